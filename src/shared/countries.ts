// The 249 officially assigned codes of ISO 3166-1 alpha-2.
const codes =
  "AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT " +
  "BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH " +
  "ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT " +
  "HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS " +
  "LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI " +
  "NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG " +
  "SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG " +
  "UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW";

/** Two-letter country codes in alphabetical order. */
const countryCodes: readonly string[] = codes.split(" ");

const known: ReadonlySet<string> = new Set(countryCodes);
export const isCountry = (code: string): boolean => known.has(code);

const names = new Intl.DisplayNames("en", { type: "region" });

/** The English name of a code, or the code itself where the runtime has none. */
export const countryName = (code: string): string => names.of(code) ?? code;

/** For a select: code and name, sorted by name. */
export const countries = (): readonly { code: string; name: string }[] =>
  countryCodes.map((code) => ({ code, name: countryName(code) })).sort((a, b) => a.name.localeCompare(b.name, "en"));

/** The country that a browser's languages name first ("en-GB, de" is GB); "" when they name none. */
export const countryOf = (acceptLanguage: string | null): string => {
  const regions = [...(acceptLanguage ?? "").slice(0, 200).matchAll(/\b[a-z]{2,3}(?:-[A-Za-z]{4})?-([A-Za-z]{2})\b/g)];
  return regions.map(([, region = ""]) => region.toUpperCase()).find(isCountry) ?? "";
};
