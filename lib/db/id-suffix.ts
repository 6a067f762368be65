/** What follows the prefix of an id, as a part of regular expressions: 128 bits in Crockford's base32. */
export const ID_SUFFIX = "[0-7][0-9a-hjkmnp-tv-z]{25}";
