/** The name of the variable for the API key in all code samples and request collections. */
export const KEY_VARIABLE = "SIGHTLINE_API_KEY";
