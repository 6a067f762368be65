"use client";
import { Check } from "lucide-react";
import { type PointerEvent, type ReactNode, useId } from "react";
import { cn } from "@/components/ui/cn";
import { useDropdownMenu } from "@/components/ui/dropdown-menu-context";
import { Link } from "@/components/ui/link";

const itemClasses =
  "flex min-h-8 w-full cursor-default select-none items-center gap-2 rounded-md px-2 py-1 text-left text-sm outline-none focus:bg-muted aria-disabled:opacity-50 pointer-coarse:min-h-10 [&_svg]:size-4 [&_svg]:shrink-0";

type ItemContentProps = { children: ReactNode; icon?: ReactNode; shortcut?: string; description?: ReactNode };

type DropdownMenuItemProps = ItemContentProps & {
  onSelect?: () => void;
  href?: string;
  destructive?: boolean;
  disabled?: boolean;
  className?: string;
};

/** With `href` a link, otherwise an action; the menu closes and the button has the focus before `onSelect` runs. */
export function DropdownMenuItem({
  onSelect,
  href,
  destructive = false,
  disabled = false,
  className,
  ...content
}: DropdownMenuItemProps) {
  const { close } = useDropdownMenu();
  const shared = {
    role: "menuitem",
    tabIndex: -1,
    onPointerMove: focusUnderPointer,
    className: cn(itemClasses, destructive && "text-danger focus:bg-danger/10", className),
    onClick: () => {
      if (disabled) return;
      close();
      onSelect?.();
    },
  };
  if (href !== undefined) {
    return (
      <Link href={href} {...shared}>
        <ItemContent muted={!destructive} {...content} />
      </Link>
    );
  }
  return (
    <button type="button" aria-disabled={disabled || undefined} {...shared}>
      <ItemContent muted={!destructive} {...content} />
    </button>
  );
}

type DropdownMenuRadioGroupProps<Value extends string> = {
  label: string;
  value: Value;
  onValueChange: (value: Value) => void;
  options: readonly { value: Value; label: ReactNode; icon?: ReactNode }[];
};

export function DropdownMenuRadioGroup<Value extends string>({
  label,
  value,
  onValueChange,
  options,
}: DropdownMenuRadioGroupProps<Value>) {
  return (
    <DropdownMenuGroup label={label}>
      {options.map((option) => (
        <RadioItem
          key={option.value}
          icon={option.icon}
          checked={option.value === value}
          onChoose={() => onValueChange(option.value)}
        >
          {option.label}
        </RadioItem>
      ))}
    </DropdownMenuGroup>
  );
}

export function DropdownMenuGroup({ label, children }: { label: ReactNode; children: ReactNode }) {
  const id = useId();
  const group = { role: "group", "aria-labelledby": id };
  return (
    <div {...group}>
      <span id={id} className="block px-2 pt-1.5 pb-1 text-xs font-medium text-muted-foreground">
        {label}
      </span>
      {children}
    </div>
  );
}

export function DropdownMenuSeparator() {
  return <hr className="-mx-1 my-1 h-px border-0 bg-border" />;
}

type RadioItemProps = ItemContentProps & { checked: boolean; onChoose: () => void };

function RadioItem({ checked, onChoose, ...content }: RadioItemProps) {
  const shared = { role: "menuitemradio", tabIndex: -1, "aria-checked": checked };
  return (
    <button type="button" {...shared} onPointerMove={focusUnderPointer} onClick={onChoose} className={itemClasses}>
      <ItemContent muted {...content} />
      <Check aria-hidden className={checked ? undefined : "invisible"} />
    </button>
  );
}

function ItemContent({ icon, shortcut, description, children, muted }: ItemContentProps & { muted: boolean }) {
  return (
    <>
      {icon ? (
        <span aria-hidden className={cn("contents", muted && "[&_svg]:text-muted-foreground")}>
          {icon}
        </span>
      ) : null}
      <span className="min-w-0 flex-1">
        <span className="block truncate">{children}</span>
        {description ? <span className="block text-xs text-muted-foreground">{description}</span> : null}
      </span>
      {shortcut ? <span className="pl-4 text-xs text-muted-foreground">{shortcut}</span> : null}
    </>
  );
}

function focusUnderPointer(event: PointerEvent<HTMLElement>) {
  if (document.activeElement !== event.currentTarget && event.currentTarget.ariaDisabled !== "true") {
    event.currentTarget.focus({ preventScroll: true });
  }
}
