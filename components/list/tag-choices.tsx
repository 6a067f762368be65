"use client";
import { FacetChoices } from "@/components/list/facet-choices";
import { Button } from "@/components/ui/button";

type TagChoicesProps = {
  /** What has the tags: "cameras". */
  noun: string;
  selected: readonly string[];
  onChange: (selected: string[]) => void;
};

/** Tags are free text, so the chosen ones can be taken away and any other can be typed. */
export function TagChoices({ noun, selected, onChange }: TagChoicesProps) {
  return (
    <FacetChoices
      legend="Tag"
      searchLabel="Type a tag"
      choices={selected.map((value) => ({ value, text: value }))}
      selected={selected}
      onChange={onChange}
      empty={(text) =>
        text ? (
          <Button size="sm" onClick={() => onChange([...selected, text])}>
            Filter by “{text}”
          </Button>
        ) : (
          `Type a tag of your ${noun}.`
        )
      }
    />
  );
}
