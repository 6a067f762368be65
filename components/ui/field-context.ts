"use client";
import { createContext, useContext } from "react";

type FieldControl = { id: string; describedBy: string | undefined; invalid: boolean; required: boolean };

export const FieldContext = createContext<FieldControl | null>(null);

type ControlProps = {
  id?: string | undefined;
  required?: boolean | undefined;
  "aria-describedby"?: string | undefined;
  "aria-invalid"?: boolean | "true" | "false" | "grammar" | "spelling" | undefined;
};

/**
 * Returns the attributes that connect a control to the label, hint and error of its Field. The control's own props take
 * precedence.
 */
export function useFieldControl(props: ControlProps) {
  const field = useContext(FieldContext);
  const describedBy = [props["aria-describedby"], field?.describedBy].filter(Boolean).join(" ");
  return {
    id: props.id ?? field?.id,
    "aria-describedby": describedBy || undefined,
    "aria-invalid": props["aria-invalid"] ?? (field?.invalid || undefined),
    "aria-required": props.required ?? (field?.required || undefined),
  };
}
