"use client";
import { Check } from "lucide-react";
import Link from "next/link";
import { lazy, type ReactNode, Suspense, useId, useRef, useState } from "react";
import { cn } from "@/components/ui/cn";
import { useEverOpened } from "@/components/ui/dialog";
import type { DropdownMenuPopupProps } from "@/components/ui/dropdown-menu-popup";
import { FloatingTrigger, type TriggerElement } from "@/components/ui/floating-trigger";
import { useMenuParts } from "@/components/ui/menu-parts";

const loadPopup = () => import("@/components/ui/dropdown-menu-popup");
const DropdownMenuPopup = lazy(loadPopup);

type DropdownMenuProps = Pick<DropdownMenuPopupProps, "label" | "side" | "align" | "className"> & {
  trigger: TriggerElement;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  children: ReactNode;
};

export function DropdownMenu({ trigger, open: controlled, onOpenChange, children, ...popup }: DropdownMenuProps) {
  const id = useId();
  const anchor = useRef<HTMLElement>(null);
  const [own, setOwn] = useState(false);
  const open = controlled ?? own;
  const mounted = useEverOpened(open);
  function change(next: boolean) {
    setOwn(next);
    onOpenChange?.(next);
  }
  return (
    <>
      <FloatingTrigger
        element={trigger}
        anchor={anchor}
        kind="menu"
        open={open}
        onOpenChange={change}
        popupId={id}
        preload={loadPopup}
      />
      {mounted ? (
        <Suspense fallback={null}>
          <DropdownMenuPopup id={id} open={open} onOpenChange={change} anchor={anchor} {...popup}>
            {children}
          </DropdownMenuPopup>
        </Suspense>
      ) : null}
    </>
  );
}

const itemClasses =
  "flex min-h-8 cursor-default select-none items-center gap-2 rounded-md px-2 py-1 text-sm outline-none data-disabled:opacity-50 data-highlighted:bg-muted pointer-coarse:min-h-10 [&_svg]:size-4 [&_svg]:shrink-0";

type ItemProps = {
  children: ReactNode;
  icon?: ReactNode;
  shortcut?: string;
  description?: ReactNode;
  className?: string;
};

type DropdownMenuItemProps = ItemProps & {
  onSelect?: () => void;
  href?: string;
  destructive?: boolean;
  disabled?: boolean;
};

/** With `href` a link, otherwise an action. */
export function DropdownMenuItem({
  onSelect,
  href,
  destructive,
  disabled,
  className,
  ...content
}: DropdownMenuItemProps) {
  const { Item, LinkItem } = useMenuParts();
  const classes = cn(itemClasses, destructive && "text-alert-open data-highlighted:bg-alert-open/10", className);
  if (href !== undefined) {
    return (
      <LinkItem render={<Link href={href} />} closeOnClick onClick={onSelect} className={classes}>
        <ItemContent muted={!destructive} {...content} />
      </LinkItem>
    );
  }
  return (
    <Item onClick={onSelect} disabled={disabled} className={classes}>
      <ItemContent muted={!destructive} {...content} />
    </Item>
  );
}

function ItemContent({ icon, shortcut, description, children, muted }: ItemProps & { muted: boolean }) {
  return (
    <>
      {icon ? <span className={cn("contents", muted && "[&_svg]:text-muted-foreground")}>{icon}</span> : null}
      <span className="min-w-0 flex-1">
        <span className="block truncate">{children}</span>
        {description ? <span className="block text-xs text-muted-foreground">{description}</span> : null}
      </span>
      {shortcut ? <span className="pl-4 text-xs text-muted-foreground">{shortcut}</span> : null}
    </>
  );
}

type DropdownMenuCheckboxItemProps = ItemProps & { checked: boolean; onCheckedChange: (checked: boolean) => void };

export function DropdownMenuCheckboxItem({
  checked,
  onCheckedChange,
  className,
  ...content
}: DropdownMenuCheckboxItemProps) {
  const { CheckboxItem, CheckboxItemIndicator } = useMenuParts();
  return (
    <CheckboxItem checked={checked} onCheckedChange={onCheckedChange} className={cn(itemClasses, className)}>
      <ItemContent muted {...content} />
      <span className="grid size-4 place-items-center">
        <CheckboxItemIndicator>
          <Check aria-hidden />
        </CheckboxItemIndicator>
      </span>
    </CheckboxItem>
  );
}

type DropdownMenuRadioGroupProps<Value extends string> = {
  label?: ReactNode;
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
  const { RadioGroup, RadioItem, RadioItemIndicator, GroupLabel } = useMenuParts();
  return (
    <RadioGroup value={value} onValueChange={onValueChange}>
      {label ? (
        <GroupLabel className="px-2 pt-1.5 pb-1 text-xs font-medium text-muted-foreground">{label}</GroupLabel>
      ) : null}
      {options.map((option) => (
        <RadioItem key={option.value} value={option.value} className={itemClasses}>
          <ItemContent muted icon={option.icon}>
            {option.label}
          </ItemContent>
          <span className="grid size-4 place-items-center">
            <RadioItemIndicator>
              <Check aria-hidden />
            </RadioItemIndicator>
          </span>
        </RadioItem>
      ))}
    </RadioGroup>
  );
}

export function DropdownMenuGroup({ label, children }: { label: ReactNode; children: ReactNode }) {
  const { Group, GroupLabel } = useMenuParts();
  return (
    <Group>
      <GroupLabel className="px-2 pt-1.5 pb-1 text-xs font-medium text-muted-foreground">{label}</GroupLabel>
      {children}
    </Group>
  );
}

export function DropdownMenuSeparator() {
  const { Separator } = useMenuParts();
  return <Separator className="-mx-1 my-1 h-px bg-border" />;
}
