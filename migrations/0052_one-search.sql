-- A text as searches compare it; the same as in src/shared/search.ts. Capitals are named one by one because lower() knows
-- those of the database's own locale alone. translate() compares each letter with its whole list: of each script there is
-- one, for texts that have that script.
create function platform.searchable(given text) returns text
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
--> statement-breakpoint
-- A reference of a bank or a provider: its letters and digits, in capitals; as in src/shared/typed-code.ts.
create function platform.plain_reference(given text) returns text language sql immutable strict parallel safe as $$
  select upper(regexp_replace(given, '[^A-Za-z0-9]', '', 'g'))
$$;
--> statement-breakpoint
DROP INDEX "accounts"."people_search";--> statement-breakpoint
CREATE INDEX "messages_newest" ON "chat"."messages" USING btree ("timestamp");--> statement-breakpoint
CREATE INDEX "attempts_reference" ON "payments"."attempts" USING btree (platform.plain_reference("reference"));--> statement-breakpoint
CREATE INDEX "disputes_reference" ON "payments"."disputes" USING btree (platform.plain_reference("reference"));--> statement-breakpoint
CREATE INDEX "provider_events_reference" ON "payments"."provider_events" USING btree (platform.plain_reference("event_id"));--> statement-breakpoint
CREATE INDEX "refunds_reference" ON "payments"."refunds" USING btree (platform.plain_reference("reference"));--> statement-breakpoint
CREATE INDEX "settlements_reference" ON "payments"."settlements" USING btree (platform.plain_reference("transaction"));--> statement-breakpoint
CREATE INDEX "payouts_number" ON "payments"."payouts" USING btree ("number");--> statement-breakpoint
CREATE INDEX "payouts_reference" ON "payments"."payouts" USING btree (platform.plain_reference("reference"));--> statement-breakpoint
CREATE INDEX "transfer_receipts_reference" ON "payments"."transfer_receipts" USING btree (platform.plain_reference("bank_reference"));--> statement-breakpoint
CREATE INDEX "transfer_refunds_reference" ON "payments"."transfer_refunds" USING btree (platform.plain_reference("bank_reference"));--> statement-breakpoint
CREATE INDEX "transfer_requests_reference" ON "payments"."transfer_requests" USING btree (platform.plain_reference("reference"));--> statement-breakpoint
ALTER TABLE "orders"."orders" DROP COLUMN "search";
--> statement-breakpoint
drop index chat.messages_search;
--> statement-breakpoint
alter table orders.orders add column search text not null generated always as (platform.searchable(number || ' ' || title || ' ' || client_name || ' ' || client_email || ' ' || coalesce(writer_name, ''))) stored;
--> statement-breakpoint
create index orders_search on orders.orders using gin (search gin_trgm_ops);
--> statement-breakpoint
alter table accounts.people add column search text not null generated always as (platform.searchable(name || ' ' || email)) stored;
--> statement-breakpoint
create index people_search on accounts.people using gin (search gin_trgm_ops);
--> statement-breakpoint
alter table chat.chats add column search text not null generated always as (platform.searchable(user_name || ' ' || user_email)) stored;
--> statement-breakpoint
create index chats_search on chat.chats using gin (search gin_trgm_ops);
--> statement-breakpoint
alter table chat.messages add column search text not null generated always as (platform.searchable(message)) stored;
--> statement-breakpoint
create index messages_search on chat.messages using gin (search gin_trgm_ops);
--> statement-breakpoint
alter table chat.enquiries add column search text not null generated always as (platform.searchable(name || ' ' || email || ' ' || text || ' ' || coalesce("order", ''))) stored;
--> statement-breakpoint
create index enquiries_search on chat.enquiries using gin (search gin_trgm_ops);
