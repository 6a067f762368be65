import type { SnippetRequest } from "@/components/snippets/request-snippets";
import { MAX_PAGE_SIZE } from "@/lib/limits";

/** Returns a request for a page of events of two types. */
export function eventsRequest(baseUrl: string): SnippetRequest {
  return {
    method: "GET",
    url: `${baseUrl}/api/v1/events?limit=${MAX_PAGE_SIZE}&type=alert.created,alert.status_changed`,
    authorized: true,
  };
}

/** Returns a shell command that follows the event stream. */
export function followSample(baseUrl: string): string {
  return `curl -N '${baseUrl}/api/v1/events/stream' \\
  -H "Authorization: Bearer $SIGHTLINE_API_KEY" \\
  -H 'Accept: text/event-stream'`;
}

/** Returns JavaScript code that follows the event stream, and resumes after a broken connection. */
export function loopSample(baseUrl: string): string {
  return `let lastId;
for (;;) {
  try {
    const response = await fetch("${baseUrl}/api/v1/events/stream", {
      headers: {
        Authorization: \`Bearer \${process.env.SIGHTLINE_API_KEY}\`,
        Accept: "text/event-stream",
        ...(lastId && { "Last-Event-ID": lastId }),
      },
    });
    // The last event is no longer stored: read the current state from the lists here.
    if (response.status === 410) lastId = undefined;
    if (!response.ok) throw new Error(await response.text());
    let text = "";
    for await (const part of response.body.pipeThrough(new TextDecoderStream())) {
      const pieces = (text + part).split("\\n\\n");
      text = pieces.pop();
      for (const piece of pieces) {
        const fields = Object.fromEntries(piece.split("\\n").map((line) => line.split(/: (.*)/)));
        if (fields.data) {
          const event = JSON.parse(fields.data);
          console.log(event.type, event.subject.id);
        }
        lastId = fields.id ?? lastId;
      }
    }
  } catch (error) {
    console.error(String(error));
  }
  await new Promise((resolve) => setTimeout(resolve, 1000));
}`;
}
