import type { CodeSample } from "@/components/ui/code-block";
import { ACCESS_TOKEN_S } from "@/lib/limits";
import type { TokenReply } from "@/lib/oauth/schema";

// All samples in the docs read secrets from the environment.
const basic = '-u "$SIGHTLINE_CLIENT_ID:$SIGHTLINE_CLIENT_SECRET"';
const javascriptClient = `    client_id: process.env.SIGHTLINE_CLIENT_ID,
    client_secret: process.env.SIGHTLINE_CLIENT_SECRET,`;
const pythonClient = 'auth=(os.environ["SIGHTLINE_CLIENT_ID"], os.environ["SIGHTLINE_CLIENT_SECRET"])';
const redirectUri = "https://app.example.com/callback";

export function tokenSamples(baseUrl: string): CodeSample[] {
  return [
    {
      label: "curl",
      code: `curl '${baseUrl}/api/v1/oauth/token' \\
  ${basic} \\
  -d grant_type=client_credentials`,
    },
    {
      label: "JavaScript",
      code: `const answer = await fetch("${baseUrl}/api/v1/oauth/token", {
  method: "POST",
  body: new URLSearchParams({
    grant_type: "client_credentials",
${javascriptClient}
  }),
});
if (!answer.ok) throw new Error(await answer.text());
const { access_token, expires_in } = await answer.json();`,
    },
    {
      label: "Python",
      code: `import os

import requests

answer = requests.post(
    "${baseUrl}/api/v1/oauth/token",
    ${pythonClient},
    data={"grant_type": "client_credentials"},
    timeout=10,
)
answer.raise_for_status()
access_token = answer.json()["access_token"]`,
    },
  ];
}

/** Returns an example reply of the token endpoint as JSON text, with `refreshToken` if it is given. */
export function tokenReply(refreshToken?: string): string {
  const reply: TokenReply = {
    access_token: "sl_token_…",
    token_type: "Bearer",
    expires_in: ACCESS_TOKEN_S,
    scope: "alerts:read alerts:write",
    ...(refreshToken !== undefined && { refresh_token: refreshToken }),
  };
  return JSON.stringify(reply, null, 2);
}

export function callSamples(baseUrl: string): CodeSample[] {
  return [
    {
      label: "curl",
      code: `curl '${baseUrl}/api/v1/me' \\
  -H "Authorization: Bearer $ACCESS_TOKEN"`,
    },
    {
      label: "JavaScript",
      code: `const response = await fetch("${baseUrl}/api/v1/me", {
  headers: { Authorization: \`Bearer \${access_token}\` },
});
console.log(await response.json());`,
    },
    {
      label: "Python",
      code: `response = requests.get(
    "${baseUrl}/api/v1/me",
    headers={"Authorization": f"Bearer {access_token}"},
    timeout=10,
)
print(response.json())`,
    },
  ];
}

export function pkceSamples(): CodeSample[] {
  return [
    {
      label: "JavaScript",
      code: `import { createHash, randomBytes } from "node:crypto";

const state = randomBytes(16).toString("base64url");
const verifier = randomBytes(32).toString("base64url");
const challenge = createHash("sha256").update(verifier).digest("base64url");`,
    },
    {
      label: "Python",
      code: `import base64
import hashlib
import secrets

state = secrets.token_urlsafe(16)
verifier = secrets.token_urlsafe(32)
digest = hashlib.sha256(verifier.encode()).digest()
challenge = base64.urlsafe_b64encode(digest).rstrip(b"=").decode()`,
    },
    {
      label: "Shell",
      code: `STATE=$(openssl rand -hex 16)
VERIFIER=$(openssl rand -hex 32)
CHALLENGE=$(printf %s "$VERIFIER" | openssl dgst -sha256 -binary | base64 | tr '+/' '-_' | tr -d '=')`,
    },
  ];
}

/** Returns programs that build the URL of the consent page. */
export function authorizeSamples(baseUrl: string): CodeSample[] {
  const scope = "alerts:read cameras:read";
  return [
    {
      label: "JavaScript",
      code: `const url = new URL("${baseUrl}/oauth/authorize");
url.search = new URLSearchParams({
  response_type: "code",
  client_id: process.env.SIGHTLINE_CLIENT_ID,
  redirect_uri: "${redirectUri}",
  scope: "${scope}",
  state,
  code_challenge: challenge,
  code_challenge_method: "S256",
});`,
    },
    {
      label: "Python",
      code: `from urllib.parse import urlencode

url = "${baseUrl}/oauth/authorize?" + urlencode({
    "response_type": "code",
    "client_id": os.environ["SIGHTLINE_CLIENT_ID"],
    "redirect_uri": "${redirectUri}",
    "scope": "${scope}",
    "state": state,
    "code_challenge": challenge,
    "code_challenge_method": "S256",
})`,
    },
    {
      label: "Shell",
      code: `echo "${baseUrl}/oauth/authorize?response_type=code\
&client_id=$SIGHTLINE_CLIENT_ID\
&redirect_uri=${encodeURIComponent(redirectUri)}\
&scope=${encodeURIComponent(scope)}\
&state=$STATE\
&code_challenge=$CHALLENGE\
&code_challenge_method=S256"`,
    },
  ];
}

export function exchangeSamples(baseUrl: string): CodeSample[] {
  return [
    {
      label: "curl",
      code: `curl '${baseUrl}/api/v1/oauth/token' \\
  ${basic} \\
  -d grant_type=authorization_code \\
  --data-urlencode "code=$CODE" \\
  --data-urlencode 'redirect_uri=${redirectUri}' \\
  -d "code_verifier=$VERIFIER"`,
    },
    {
      label: "JavaScript",
      code: `const answer = await fetch("${baseUrl}/api/v1/oauth/token", {
  method: "POST",
  body: new URLSearchParams({
    grant_type: "authorization_code",
    code,
    redirect_uri: "${redirectUri}",
    code_verifier: verifier,
${javascriptClient}
  }),
});
if (!answer.ok) throw new Error(await answer.text());
const { access_token, refresh_token } = await answer.json();`,
    },
    {
      label: "Python",
      code: `answer = requests.post(
    "${baseUrl}/api/v1/oauth/token",
    ${pythonClient},
    data={
        "grant_type": "authorization_code",
        "code": code,
        "redirect_uri": "${redirectUri}",
        "code_verifier": verifier,
    },
    timeout=10,
)
answer.raise_for_status()
tokens = answer.json()`,
    },
  ];
}

export function refreshSample(baseUrl: string): string {
  return `curl '${baseUrl}/api/v1/oauth/token' \\
  ${basic} \\
  -d grant_type=refresh_token \\
  -d "refresh_token=$REFRESH_TOKEN"`;
}

export function revokeSample(baseUrl: string): string {
  return `curl '${baseUrl}/api/v1/oauth/revoke' \\
  ${basic} \\
  -d "token=$REFRESH_TOKEN"`;
}

export function introspectSample(baseUrl: string): string {
  return `curl '${baseUrl}/api/v1/oauth/introspect' \\
  ${basic} \\
  -d "token=$ACCESS_TOKEN"`;
}
