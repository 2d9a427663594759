-- The same text as before, many times as quickly: for databases that had 0052 while it compared every letter with one long list.
create or replace function platform.searchable(given text) returns text
language plpgsql immutable strict parallel safe cost 200 as $$
declare
  plain text;
begin
  if given !~ '[^\u0001-\u007f]' then
    plain := lower(translate(given, '`''', ''));
  else
    plain := lower(regexp_replace(normalize(translate(given, '`´', ''''''), nfkd),
      '[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u064b-\u065f\u0670\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff''\u2018\u2019\u02bb\u02bc]', '', 'g'));
    if plain ~ '[\u00c6-\u0167\u018f\u01b6\u0259\u1e9e]' then
      plain := translate(plain, 'ÆÐØÞĐĦŁŊŒŦƏẞłøđðħıŧŋƶə', 'ædoþdhlnœteßloddhitnze');
      plain := replace(replace(replace(replace(plain, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
    end if;
    if plain ~ '[\u0370-\u03ff]' then
      plain := translate(plain, 'ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩϏϘϚϜϞϠϢϤϦϨϪϬϮϷϺϽϾϿς', 'αβγδεζηθικλμνξοπρστυφχψωϗϙϛϝϟϡϣϥϧϩϫϭϯϸϻͻͼͽσ');
    end if;
    if plain ~ '[\u0400-\u042f]' then
      plain := translate(plain, 'ЂЄЅІЈЉЊЋЏАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ', 'ђєѕіјљњћџабвгдежзиклмнопрстуфхцчшщъыьэюя');
    end if;
    if plain ~ '[\u0460-\u052f]' then
      plain := translate(plain, 'ѠѢѤѦѨѪѬѮѰѲѴѸѺѼѾҀҊҌҎҐҒҔҖҘҚҜҞҠҢҤҦҨҪҬҮҰҲҴҶҸҺ' ||
        'ҼҾӀӃӅӇӉӋӍӔӘӠӨӶӺӼӾԀԂԄԆԈԊԌԎԐԒԔԖԘԚԜԞԠԢԤԦԨԪԬԮ',
        'ѡѣѥѧѩѫѭѯѱѳѵѹѻѽѿҁҋҍҏґғҕҗҙқҝҟҡңҥҧҩҫҭүұҳҵҷҹһ' ||
        'ҽҿӏӄӆӈӊӌӎӕәӡөӷӻӽӿԁԃԅԇԉԋԍԏԑԓԕԗԙԛԝԟԡԣԥԧԩԫԭԯ');
    end if;
    if plain ~ '[\u0531-\u0556]' then
      plain := translate(plain, 'ԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖ', 'աբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆ');
    end if;
    plain := regexp_replace(plain, '[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff]', ' \& ', 'g');
  end if;
  return ' ' || btrim(regexp_replace(plain,
    '[\u0001-\u0026\u0028-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u00d7\u00f7\u2000-\u200a\u2010-\u2017\u201a-\u2029\u202f-\u205f\u20a0-\u20cf\u2190-\u2bff\u2e00-\u2e7f\u3000-\u3004\u3008-\u3020\u3030]+', ' ', 'g'));
end
$$;
