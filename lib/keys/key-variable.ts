/**
 * The variable that contains the API key in all samples: an environment variable, or a variable of a request
 * collection.
 */
export const KEY_VARIABLE = "SIGHTLINE_API_KEY";
