/** Returns shell commands that generate the types of the API in a TypeScript project. */
export function generateSample(baseUrl: string): string {
  return `npm install openapi-fetch
npm install --save-dev openapi-typescript typescript
npx openapi-typescript ${baseUrl}/api/v1/openapi.json -o sightline.d.ts`;
}
