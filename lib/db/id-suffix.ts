/** A regular expression for the part of an ID after its prefix: 128 bits in Crockford's base32. */
export const ID_SUFFIX = "[0-7][0-9a-hjkmnp-tv-z]{25}";
