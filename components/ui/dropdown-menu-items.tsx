"use client";
import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { useDropdownMenu } from "@/components/ui/dropdown-menu-context";
import { Link } from "@/components/ui/link";

const itemClasses =
  "flex min-h-8 w-full cursor-default select-none items-center gap-2 rounded-md px-2 py-1 text-left text-sm outline-none data-highlighted:bg-muted data-disabled:opacity-50 pointer-coarse:min-h-10 [&_svg]:size-4 [&_svg]:shrink-0";

type ItemContentProps = { children: ReactNode; icon?: ReactNode; shortcut?: string; description?: ReactNode };

type DropdownMenuItemProps = ItemContentProps & {
  onSelect?: () => void;
  href?: string;
  destructive?: boolean;
  disabled?: boolean;
  className?: string;
};

/**
 * A menu item: a link if `href` is set, otherwise an action. The menu closes and returns focus to its button
 * before `onSelect` runs.
 */
export function DropdownMenuItem({
  onSelect,
  href,
  destructive = false,
  disabled = false,
  className,
  ...content
}: DropdownMenuItemProps) {
  const { close, parts: Menu } = useDropdownMenu();
  const classes = cn(itemClasses, destructive && "text-danger data-highlighted:bg-danger/10", className);
  // Return focus to the button before a dialog opens, because the dialog restores focus to it when closing.
  function select() {
    close();
    onSelect?.();
  }
  if (href !== undefined) {
    return (
      <Menu.LinkItem render={<Link href={href} />} onClick={select} className={classes}>
        <ItemContent muted={!destructive} {...content} />
      </Menu.LinkItem>
    );
  }
  return (
    <Menu.Item closeOnClick={false} disabled={disabled} onClick={select} className={classes}>
      <ItemContent muted={!destructive} {...content} />
    </Menu.Item>
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
  const { parts: Menu } = useDropdownMenu();
  return (
    <DropdownMenuGroup label={label}>
      <Menu.RadioGroup value={value} onValueChange={onValueChange}>
        {options.map((option) => (
          <Menu.RadioItem key={option.value} value={option.value} className={itemClasses}>
            <ItemContent muted icon={option.icon}>
              {option.label}
            </ItemContent>
            <Menu.RadioItemIndicator keepMounted className="data-unchecked:invisible">
              <Check aria-hidden />
            </Menu.RadioItemIndicator>
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </DropdownMenuGroup>
  );
}

export function DropdownMenuGroup({ label, children }: { label: ReactNode; children: ReactNode }) {
  const { parts: Menu } = useDropdownMenu();
  return (
    <Menu.Group>
      <Menu.GroupLabel className="block px-2 pt-1.5 pb-1 text-xs font-medium text-muted-foreground">
        {label}
      </Menu.GroupLabel>
      {children}
    </Menu.Group>
  );
}

export function DropdownMenuSeparator() {
  const { parts: Menu } = useDropdownMenu();
  return <Menu.Separator className="-mx-1 my-1 h-px bg-border" />;
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
