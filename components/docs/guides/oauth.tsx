import { Bullets, Callout, Facts } from "@/components/docs/blocks";
import type { GuideContent } from "@/components/docs/guide";
import {
  authorizeSample,
  callSamples,
  exchangeSamples,
  introspectSample,
  pkceSamples,
  refreshSample,
  revokeSample,
  tokenSamples,
} from "@/components/docs/guides/oauth-samples";
import { CodeBlock } from "@/components/ui/code-block";
import { ACCESS_TOKEN_S, AUTHORIZATION_CODE_S, MAX_APPS, MAX_REDIRECT_URIS, REFRESH_TOKEN_D } from "@/lib/limits";

const accessTokenMin = ACCESS_TOKEN_S / 60;

export const oauthGuide: GuideContent = {
  slug: "oauth",
  title: "OAuth",
  lead: "Short-lived tokens in place of a long-lived key: for your own servers, and for the organizations of your customers.",
  sections: (reader) => [
    {
      id: "which",
      title: "Key, client credentials or authorization code",
      blocks: [
        <Facts
          key="which"
          label="Which credential for what"
          head={["Credential", "Take it when", "Who allows it"]}
          rows={[
            ["[API key](/docs/authentication)", "One system, one organization, the least to build", "An admin, once"],
            [
              "Client credentials",
              `The same, but what travels with each request shall end after ${accessTokenMin} minutes`,
              "An admin, once",
            ],
            [
              "Authorization code with PKCE",
              "Your product works with the organizations of many customers",
              "An admin of each customer, on a page of ours",
            ],
          ]}
        />,
        "All of them are sent the same way, `Authorization: Bearer …`, and obey the same scopes and limits.",
      ],
    },
    {
      id: "app",
      title: "Make an app",
      blocks: [
        `In the settings of your organization, under “OAuth apps”, an admin makes an app and gets a client id (\`sl_app_…\`) and a client secret (\`sl_secret_…\`). The secret is shown once. An organization has up to ${MAX_APPS} apps.`,
        <Bullets
          key="app"
          items={[
            "Scopes are the most that the app may ask for. A request may ask for fewer.",
            `Redirect URIs are needed for the authorization code alone, up to ${MAX_REDIRECT_URIS}. They start with \`https://\`, or with \`http://\` on the reader's own machine, and are compared letter by letter: another port, path or slash at the end is another address.`,
            "Deleting an app ends its tokens at once, disabling it until it is enabled again. Rotating its secret ends the old secret and the access tokens.",
          ]}
        />,
      ],
    },
    {
      id: "client-credentials",
      title: "Client credentials in five minutes",
      blocks: [
        "Exchange the client id and secret for an access token. They go into `Authorization: Basic`, or into the form as `client_id` and `client_secret`; not into both. The body is a form, not JSON.",
        <CodeBlock key="token" label="Get a token" samples={tokenSamples(reader.baseUrl)} />,
        `The answer names the token, its scopes and its seconds: \`{"access_token": "sl_token_…", "token_type": "Bearer", "expires_in": ${ACCESS_TOKEN_S}, "scope": "alerts:read alerts:write"}\`. With \`scope\` in the form you ask for less than the app may have.`,
        <CodeBlock key="call" label="Use the token" samples={callSamples(reader.baseUrl)} />,
        "Keep the token until shortly before it ends, then ask for the next one. There is no refresh token here: the secret does that work.",
      ],
    },
    {
      id: "code",
      title: "Authorization code with PKCE",
      blocks: [
        "For each attempt make a random `state` and a random code verifier, and keep both with the person's session in your product. The challenge is the SHA-256 of the verifier (RFC 7636, method `S256`; no other is taken).",
        <CodeBlock key="pkce" label="Verifier and challenge" samples={pkceSamples()} />,
        "Send the person's browser to the consent page. They sign in, pick the organization, read what the app wants in words, and allow or deny it.",
        <CodeBlock key="authorize" label="Send the browser to" code={authorizeSample(reader.baseUrl)} wrap />,
        `Allowed, the browser comes back to your redirect URI with \`code\` and your \`state\`; denied, with \`error=access_denied\`. Compare \`state\` with the one you kept, then exchange the code on your server. It works once and for ${AUTHORIZATION_CODE_S} seconds.`,
        <CodeBlock key="exchange" label="Exchange the code" samples={exchangeSamples(reader.baseUrl)} />,
        "The answer also holds a `refresh_token`. Both belong to the organization that the admin picked: `GET /me` tells which.",
        <Callout
          key="fault"
          text="A client id that is not known, or a redirect URI that is not registered, is answered on the page. The browser is not sent on, since nobody knows where to."
        />,
      ],
    },
    {
      id: "refresh",
      title: "Refresh",
      blocks: [
        `A refresh token brings the next access token, and the next refresh token with it: store the new one before you use the new access token. It lives ${REFRESH_TOKEN_D} days.`,
        <CodeBlock key="refresh" label="Refresh" code={refreshSample(reader.baseUrl)} />,
        "Each refresh token works once. One that is used a second time has leaked, or its answer was lost: the whole consent ends, with every token made from it, and an admin has to allow the app again.",
      ],
    },
    {
      id: "revoke",
      title: "Revoke and introspect",
      blocks: [
        "Give a token back when the customer leaves (RFC 7009): an access token ends alone, a refresh token with its whole consent. The answer is 200 whether or not the token was still good.",
        <CodeBlock key="revoke" label="Revoke" code={revokeSample(reader.baseUrl)} />,
        'Ask whether a token still works, and for whom (RFC 7662). Anything but a good token of your own app answers `{"active": false}`.',
        <CodeBlock key="introspect" label="Introspect" code={introspectSample(reader.baseUrl)} />,
        "Admins of a customer end it from their side: “Apps with access to this organization” on their page of OAuth apps. Your next request then answers 401. If you disable or delete the app, its tokens and consents end everywhere. After you enable it again, get new tokens and ask each customer to allow it again.",
      ],
    },
    {
      id: "discovery",
      title: "Libraries",
      blocks: [
        `Libraries for OAuth find every address in the metadata (RFC 8414): \`${reader.baseUrl}/.well-known/oauth-authorization-server\`. Give them \`${reader.baseUrl}\` as the issuer.`,
      ],
    },
    {
      id: "errors",
      title: "Errors",
      blocks: [
        "The token, revocation and introspection endpoints answer as RFC 6749 says, with `error` and `error_description`, so that libraries understand them.",
        <Facts
          key="errors"
          label="Errors of OAuth"
          head={["`error`", "Means", "Do"]}
          rows={[
            [
              "`invalid_client`",
              "The client id or the secret is wrong, or the app is disabled",
              "Check both; rotate if lost",
            ],
            [
              "`invalid_grant`",
              "The code or the refresh token is over, was used, or belongs to another app or redirect URI",
              "Start again at the consent page",
            ],
            ["`invalid_scope`", "The app may not have this scope", "Ask for less, or edit the app"],
            ["`invalid_request`", "Something is missing or there twice", "Read `error_description`"],
            ["`unsupported_grant_type`", "Another grant than the three above", "Use one of them"],
            [
              "`access_denied`",
              "The admin said no (at the redirect URI)",
              "Tell the person; do not ask again by itself",
            ],
          ]}
        />,
        "Calls of the API with a token that is over or revoked answer 401 [`unauthenticated`](/docs/errors#unauthenticated). Refresh once, then give up.",
      ],
    },
  ],
};
