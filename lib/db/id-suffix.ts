/** A regular expression for the part of an ID after its prefix: 128 bits in Crockford's base32. */
export const ID_SUFFIX = "[0-7][0-9a-hjkmnp-tv-z]{25}";

/** The part of an ID after its prefix in examples. */
export const EXAMPLE_SUFFIX = "01k9t0w5a7f0gs3m5h1v2c4x6z";
