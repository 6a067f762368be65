import type { SecretSnippet } from "@/components/credentials/secret-snippets";

/**
 * Requests that ask who the key is: they work with every key, whatever its scopes.
 * @param baseUrl ends in `/api/v1`.
 */
export function keySnippets(baseUrl: string): SecretSnippet[] {
  return [
    { language: "curl", code: (key) => `curl "${baseUrl}/me" \\\n  -H "Authorization: Bearer ${key}"` },
    {
      language: "JavaScript",
      code: (key) => `const response = await fetch("${baseUrl}/me", {
  headers: { Authorization: "Bearer ${key}" },
});
console.log(await response.json());`,
    },
    {
      language: "Python",
      code: (key) => `import requests

response = requests.get(
    "${baseUrl}/me",
    headers={"Authorization": "Bearer ${key}"},
)
print(response.json())`,
    },
  ];
}
