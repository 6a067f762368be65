import { Bullets, Facts } from "@/components/docs/blocks";
import type { GuideContent } from "@/components/docs/guide";
import { CodeBlock } from "@/components/ui/code-block";
import { typedClientSample } from "@/lib/api/client-sample";

export const clientsGuide: GuideContent = {
  slug: "clients",
  title: "Typed clients and tools",
  lead: "The API describes itself, from the validators that run. Generate a client from that, or open it in the tool that you have.",
  sections: (reader) => [
    {
      id: "downloads",
      title: "What there is",
      blocks: [
        <Facts
          key="files"
          label="Descriptions to download"
          head={["File", "For"]}
          rows={[
            [
              "[openapi.json](/api/v1/openapi.json)",
              "OpenAPI 3.1: generators, linters, gateways. Needs no key. Also at `/openapi.json`.",
            ],
            ["[postman.json](/docs/postman.json)", "A Postman collection (2.1). Set the variable `SIGHTLINE_API_KEY`."],
            [
              "[sightline.http](/docs/sightline.http)",
              "Requests for VS Code, JetBrains and Visual Studio. Set `@SIGHTLINE_API_KEY`.",
            ],
          ]}
        />,
        "All of them hold the address of this installation and are made when you ask, so they are never older than the API.",
      ],
    },
    {
      id: "typescript",
      title: "TypeScript",
      blocks: [
        "Two small tools do it: `openapi-typescript` makes types of the description, `openapi-fetch` is `fetch` with these types. A wrong path, field, value or error code then does not compile.",
        <CodeBlock key="install" label="Make the types" code={generateSample(reader.baseUrl)} />,
        <CodeBlock key="client" label="client.ts" code={typedClientSample(reader.baseUrl)} />,
        "This very program is compiled with strict rules and run against the API in our own tests.",
      ],
    },
    {
      id: "others",
      title: "Other languages",
      blocks: [
        <Bullets
          key="others"
          items={[
            "Every operation has an `operationId`, every object and every closed set of values has a name, so generators need no hints.",
            "Objects in replies are open: a field that is added later must not break a client. Generate it so that unknown fields pass.",
            "Every error reply is a `Problem`, whose `code` is an `ErrorCode`; the OAuth endpoints answer an `OAuthError`. The response's description lists the codes of an operation. Handle a code that you do not know by its status: [Errors](/docs/errors#handling).",
            "`openapi-python-client`, `openapi-generator` for Python and `oapi-codegen` for Go generate clients that work unchanged. In Python, pass times with a zone, such as `datetime.now(timezone.utc)`; a time without one is answered 422.",
            "Export and stream are text, not one JSON document. Most generators leave these two to your HTTP library.",
          ]}
        />,
      ],
    },
  ],
};

function generateSample(baseUrl: string): string {
  return `npm install openapi-fetch
npm install --save-dev openapi-typescript typescript
npx openapi-typescript ${baseUrl}/api/v1/openapi.json -o sightline.d.ts`;
}
