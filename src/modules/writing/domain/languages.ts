/** Languages that people write in for us, English first. */
export const languages: readonly string[] = [
  "English",
  ..."Arabic Bengali Bulgarian Chinese Croatian Czech Danish Dutch Finnish French German Greek Gujarati Hebrew Hindi Hungarian Indonesian Italian Japanese Korean Malay Norwegian Persian Polish Portuguese Punjabi Romanian Russian Serbian Slovak Spanish Swahili Swedish Tamil Telugu Thai Turkish Ukrainian Urdu Vietnamese Yoruba Other".split(
    " ",
  ),
];
