"use client";
import { Combobox as BaseCombobox } from "@base-ui/react/combobox";
import { Check, ChevronsUpDown } from "lucide-react";
import { cn } from "@/components/ui/cn";
import { useFieldControl } from "@/components/ui/field-context";
import { controlClasses } from "@/components/ui/input";
import { popupPlace } from "@/components/ui/popup-place";

export interface ComboboxOption {
  value: string;
  label: string;
}

type ComboboxProps = {
  /** The field's name in the form. The field's value is "" if nothing is selected. */
  name: string;
  value: string;
  onValueChange: (value: string) => void;
  options: readonly ComboboxOption[];
  placeholder: string;
};

/**
 * A searchable select for long lists, such as time zones and sites. It includes all of Base UI's combobox code, so
 * load it together with the dialog that contains it.
 */
export function Combobox({ name, value, onValueChange, options, placeholder }: ComboboxProps) {
  const control = useFieldControl({});
  return (
    <BaseCombobox.Root
      name={name}
      items={options}
      value={options.find((option) => option.value === value) ?? null}
      onValueChange={(option) => onValueChange(option?.value ?? "")}
      autoHighlight
    >
      <BaseCombobox.InputGroup className="relative block min-w-0">
        <BaseCombobox.Input
          {...control}
          placeholder={placeholder}
          spellCheck={false}
          autoComplete="off"
          className={cn(controlClasses, "h-8 truncate pr-8 pl-2.5 pointer-coarse:h-10")}
        />
        <BaseCombobox.Trigger
          tabIndex={-1}
          aria-label="Show options"
          className="absolute inset-y-0 right-0 grid w-8 place-items-center text-muted-foreground"
        >
          <ChevronsUpDown aria-hidden className="size-3.5" />
        </BaseCombobox.Trigger>
      </BaseCombobox.InputGroup>
      <BaseCombobox.Portal>
        <BaseCombobox.Positioner align="start" {...popupPlace}>
          <BaseCombobox.Popup className="w-(--anchor-width) rounded-lg border border-border bg-raised p-1 text-sm text-foreground shadow-raised transition-opacity duration-100 data-starting-style:opacity-0">
            <BaseCombobox.Empty className="px-2 py-1.5 text-muted-foreground empty:hidden">
              No results.
            </BaseCombobox.Empty>
            <BaseCombobox.List className="max-h-[min(18rem,var(--available-height))] overflow-y-auto">
              {(option: ComboboxOption) => (
                <BaseCombobox.Item
                  key={option.value}
                  value={option}
                  className="flex cursor-default items-center gap-2 rounded-md px-2 py-1 data-highlighted:bg-muted pointer-coarse:py-2.5"
                >
                  <span dir="auto" className="min-w-0 flex-1 truncate">
                    {option.label}
                  </span>
                  <BaseCombobox.ItemIndicator>
                    <Check aria-hidden className="size-4" />
                  </BaseCombobox.ItemIndicator>
                </BaseCombobox.Item>
              )}
            </BaseCombobox.List>
          </BaseCombobox.Popup>
        </BaseCombobox.Positioner>
      </BaseCombobox.Portal>
    </BaseCombobox.Root>
  );
}
