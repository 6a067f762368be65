import { Bullets, Callout, Facts } from "@/components/docs/blocks";
import { CodeSamples } from "@/components/docs/code-samples";
import type { GuideContent } from "@/components/docs/guide";
import { CodeBlock } from "@/components/ui/code-block";
import { EVENT_RETENTION_D, HEARTBEAT_S, MAX_PAGE_SIZE } from "@/lib/limits";

export const eventsGuide: GuideContent = {
  slug: "events",
  title: "Events",
  lead: "One feed of everything that happens in your organization, in one order, to read page by page or to follow as it grows.",
  sections: (reader) => [
    {
      id: "event",
      title: "What an event is",
      blocks: [
        "An event is stored in the same transaction as the change that it tells of: there is no change without its event and no event without its change. It says what happened (`type`), to what (`subject`), who did it (`actor`), when, and in `data` what there is to tell. `data.alert`, `data.camera` or `data.key` is the subject as the event left it.",
        <Facts
          key="types"
          label="Types of events"
          head={["Subject", "Types"]}
          rows={[
            [
              "Alerts",
              "`alert.created`, `alert.updated`, `alert.status_changed`, `alert.note_added`, `alert.reoccurred`",
            ],
            ["Cameras", "`camera.created`, `camera.updated`, `camera.archived`, `camera.status_changed`"],
            ["Keys", "`key.created`, `key.expiring`, `key.revoked`"],
          ]}
        />,
        "More types may be added; let those pass that you do not know.",
      ],
    },
    {
      id: "read",
      title: "Read the feed",
      blocks: [
        "The list is oldest first. Keep the id of the last event that you have dealt with and ask for what came `after` it.",
        <CodeSamples
          key="list"
          label="Read events"
          request={{
            method: "GET",
            url: `${reader.baseUrl}/api/v1/events?limit=${MAX_PAGE_SIZE}&type=alert.created,alert.status_changed`,
            authorized: true,
          }}
        />,
        `The feed goes back ${EVENT_RETENTION_D} days. An older \`after\` answers 410 [\`gone\`](/docs/errors#gone): read the present state from the lists, then go on without it.`,
      ],
    },
    {
      id: "follow",
      title: "Follow the feed",
      blocks: [
        "The stream sends each event as it happens, as server-sent events: `id` is the event's id, `event` its type, `data` the event as JSON.",
        <CodeBlock key="curl" label="Follow, in a shell" code={followSample(reader.baseUrl)} />,
        <CodeBlock key="javascript" label="Follow, in JavaScript" code={loopSample(reader.baseUrl)} />,
        `After ${HEARTBEAT_S} seconds of silence a comment comes, so that both sides know that the other is there. Nothing for twice that long means that the connection is dead: connect again.`,
      ],
    },
    {
      id: "resume",
      title: "Resume without gap or repeat",
      blocks: [
        "Connections end: networks fail, servers restart, keys are revoked. Connect again with the last id in the header `Last-Event-ID` (browsers do this by themselves) or as `after`, and the stream goes on behind that event.",
        <Bullets
          key="promises"
          items={[
            "The order is the order of commits. What you have read is never preceded by something that appears later, however many write at once.",
            "Between two connections nothing is left out and nothing is sent twice: each event comes exactly once behind the id that you name.",
            "What you do with an event is yours to make safe. If your program may stop between doing it and keeping the id, it will see that event again: deal with events by their `id`, and at-least-once becomes once.",
          ]}
        />,
        <Callout
          key="filter"
          text="Resume with the same `type` filter or another one: the place in the feed does not depend on it."
        />,
      ],
    },
  ],
};

function followSample(baseUrl: string): string {
  return `curl -N '${baseUrl}/api/v1/events/stream' \\
  -H "Authorization: Bearer $SIGHTLINE_API_KEY" \\
  -H 'Accept: text/event-stream'`;
}

function loopSample(baseUrl: string): string {
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
    // Away for too long: here you would read the present state from the lists.
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
