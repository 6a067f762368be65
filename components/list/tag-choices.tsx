"use client";
import { FacetChoices } from "@/components/list/facet-choices";
import { Button } from "@/components/ui/button";

type TagChoicesProps = {
  /** The plural noun of the tagged items, such as "cameras". */
  noun: string;
  selected: readonly string[];
  onChange: (selected: string[]) => void;
};

/** The choices of a tag filter. Tags are free text: selected tags can be removed, and any other tag can be typed. */
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
          `Type a tag that your ${noun} use.`
        )
      }
    />
  );
}
