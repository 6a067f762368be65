"use client";

import { ListEmpty } from "@/components/list/list-body";
import { cameraRequest } from "@/components/snippets/first-requests";
import { curlSnippet } from "@/components/snippets/request-snippets";
import { Button } from "@/components/ui/button";
import { LazyCodeBlock } from "@/components/ui/lazy-code-block";
import { KEY_VARIABLE } from "@/lib/keys/key-variable";

const EXAMPLE = { name: "Dock 3 east", external_id: "dock-3-east" };

/** Shown if there are no cameras yet. Explains how to add the first one. */
export function NoCameras({ baseUrl, onAdd }: { baseUrl: string; onAdd: (() => void) | undefined }) {
  return (
    <ListEmpty
      scene="wedge"
      title="No cameras yet"
      description="Add the first camera here or through the API. Alerts can then refer to it by your own ID."
      action={
        onAdd ? (
          <Button variant="primary" onClick={onAdd}>
            Add camera
          </Button>
        ) : undefined
      }
    >
      <LazyCodeBlock label="Add a camera" code={curlSnippet(cameraRequest(baseUrl, EXAMPLE))} />
      <p className="mt-2 text-xs text-muted-foreground">
        <code className="font-mono">{KEY_VARIABLE}</code> is an API key with the scope{" "}
        <code className="font-mono">cameras:write</code>.
      </p>
    </ListEmpty>
  );
}
