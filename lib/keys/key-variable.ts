/** The environment variable, and the variable of request collections, that holds the caller's API key in every sample. */
export const KEY_VARIABLE = "SIGHTLINE_API_KEY";
