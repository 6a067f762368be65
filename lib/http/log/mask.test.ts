import { describe, expect, it } from "vitest";
import { isSecretName, maskBodyText, maskJson, maskTarget, maskText } from "./mask";

const CANARY = "Kq7CANARYx9";
const key = `sl_key_${CANARY}${"a1B2".repeat(6)}`;

describe("masking secrets in the request log", () => {
  it.each([
    "password",
    "stream_password",
    "apiKey",
    "X-Api-Key",
    "client_secret",
    "Authorization",
    "accessToken",
    "routing_key",
    "key",
  ])("treats %s as a secret's name", (name) => expect(isSecretName(name)).toBe(true));

  it.each(["dedup_key", "camera_id", "use_case", "cursor", "status", "keyboard", "author", "site_id", "metadata"])(
    "does not treat %s as a secret's name",
    (name) => expect(isSecretName(name)).toBe(false),
  );

  it.each([
    `/api/v1/alerts/${key}`,
    `/api/v1/alerts/sl%5Fkey_${CANARY}00`,
    `/api/v1/alerts?api_key=${CANARY}`,
    `/api/v1/alerts?routing_key=${CANARY}`,
    `/api/v1/alerts?limit=1&access_token=${CANARY}&q=x`,
    `/api/v1/alerts?${key}`,
    `/api/v1/alerts?q=${key}`,
    `/api/v1/alerts?q=Bearer+${CANARY}`,
    `/api/v1/cameras?q=rtsp%3A%2F%2Fadmin%3A${CANARY}%4010.0.0.1%2Flive`,
    `/api/v1/cameras?q=rtsp://admin:${CANARY}@10.0.0.1/live`,
    `/api/v1/cameras?pass%77ord=${CANARY}`,
    `/api/v1/cameras?q=https%3A%2F%2Fcdn.example%2Fa.jpg%3Fsignature%3D${CANARY}`,
  ])("masks secrets in the request target %s", (target) => {
    const masked = maskTarget(target);
    expect(masked).not.toContain(CANARY);
    expect(masked).toContain("***");
  });

  it.each([
    "/api/v1/alerts",
    "/api/v1/alerts?status=open,acknowledged&limit=50&dedup_key=a%20b",
    "/api/v1/alerts?q=100%25&occurred_after=2026-01-01T00%3A00%3A00%2B01%3A00",
    "/api/v1/alerts?q=%",
    "/api/v1/cameras?q=stranger%40example.test",
  ])("leaves the request target unchanged: %s", (target) => expect(maskTarget(target)).toBe(target));

  it.each([
    `https://hooks.slack.com/services/T0/B0/${CANARY}`,
    `https://discord.com/api/webhooks/1/${CANARY}`,
    `https://prod-1.westeurope.logic.azure.com:443/workflows/${CANARY}/triggers`,
    `https://example.webhook.office.com/webhookb2/${CANARY}`,
    `xoxb-${CANARY}`,
    `xapp-1-${CANARY}`,
  ])("masks secrets of chats: %s", (text) => {
    const { url, note } = maskJson({ url: text, note: `See ${text}` }) as { url: string; note: string };
    expect([maskText(text), url, note].join()).not.toContain(CANARY);
  });

  it("masks the values of headers, but not their names", () => {
    expect(maskJson({ headers: { "X-Team": CANARY, accept: CANARY } })).toEqual({
      headers: { "X-Team": "***", accept: "***" },
    });
  });

  it("masks JSON values by field name and by format, and leaves the others", () => {
    const body = {
      name: "Gate",
      password: CANARY,
      nested: { apiKey: [CANARY, { deep: CANARY }], dedup_key: "a" },
      stream_url: `rtsp://admin:p@${CANARY}/x@10.0.0.1/live`,
      note: `use ${key} or Bearer ${CANARY}`,
      media: [{ url: `https://cdn.example/a.jpg?X-Amz-Signature=${CANARY}&w=1` }],
      text: `{"secret":"${CANARY}"}`,
      [key]: 1,
      token: null,
      headers: [{ name: "Authorization", value: CANARY }],
    };
    const masked = maskJson(body);
    expect(JSON.stringify(masked)).not.toContain(CANARY);
    expect(masked).toMatchObject({
      name: "Gate",
      password: "***",
      nested: { apiKey: "***", dedup_key: "a" },
      stream_url: "rtsp://***@10.0.0.1/live",
      media: [{ url: "https://cdn.example/a.jpg?X-Amz-Signature=***&w=1" }],
      token: null,
    });
  });

  it.each([
    `{"password": "${CANARY}", "name": "Gate"`,
    `{"password": "${CANARY}`,
    `{"a": {"pass\\u0077ord": "${CANARY}"}`,
    `{"password": ["x", "${CANARY}"], "n": `,
    `{'password': '${CANARY}'`,
    `password=${CANARY}&name=Gate`,
    `grant_type=client_credentials&cl%69ent_secret=${CANARY}`,
    `grant_type=authorization_code&code=${CANARY}&code_verifier=${CANARY}`,
    `{"stream_url": "rtsp:\\/\\/admin:${CANARY}@10.0.0.1\\/live"`,
    `{"secret": "a\\"${CANARY}"`,
    `"{\\"token\\":\\"${CANARY}\\"}`,
    `{"name": "Gate", "x": "${key}`,
  ])("masks secrets in invalid JSON and other text: %s", (text) => {
    expect(maskBodyText(text)).not.toContain(CANARY);
    expect(maskBodyText(text)).toContain("***");
  });

  it("finishes on long repetitive input", () => {
    for (const piece of ["a://", "eyJ", "sl_", "password", "password:", "?a", "bearer ", "a:b@", "\\", '"', "key={"]) {
      const text = piece.repeat(Math.ceil(200_000 / piece.length));
      expect(maskBodyText(text).length).toBeGreaterThan(0);
      expect(maskTarget(`/${text}`).length).toBeGreaterThan(0);
    }
  });

  it("leaves text unchanged that only resembles a secret", () => {
    for (const text of ["Send a valid API key.", "sl_app_0123", "user@example.test", "https://medium.com/@stranger"]) {
      expect(maskText(text)).toBe(text);
    }
  });
});
