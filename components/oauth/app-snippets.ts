import type { SecretSnippet } from "@/components/credentials/secret-snippets";

/** Returns samples that exchange the client ID and secret for a token, and send the first request. */
export function appSnippets(origin: string, clientId: string): SecretSnippet[] {
  const token = `${origin}/api/v1/oauth/token`;
  const me = `${origin}/api/v1/me`;
  return [
    {
      language: "curl",
      code: (secret) => `ACCESS_TOKEN=$(curl -s "${token}" \\
  -u "${clientId}:${secret}" \\
  -d grant_type=client_credentials |
  sed -n 's/.*"access_token":"\\([^"]*\\)".*/\\1/p')

curl "${me}" \\
  -H "Authorization: Bearer $ACCESS_TOKEN"`,
    },
    {
      language: "JavaScript",
      code: (secret) => `const answer = await fetch("${token}", {
  method: "POST",
  body: new URLSearchParams({
    grant_type: "client_credentials",
    client_id: "${clientId}",
    client_secret: "${secret}",
  }),
});
const { access_token } = await answer.json();
const response = await fetch("${me}", {
  headers: { Authorization: \`Bearer \${access_token}\` },
});
console.log(await response.json());`,
    },
    {
      language: "Python",
      code: (secret) => `import requests

answer = requests.post(
    "${token}",
    auth=("${clientId}", "${secret}"),
    data={"grant_type": "client_credentials"},
)
token = answer.json()["access_token"]
response = requests.get(
    "${me}",
    headers={"Authorization": f"Bearer {token}"},
)
print(response.json())`,
    },
  ];
}
