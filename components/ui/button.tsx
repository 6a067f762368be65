import { cva, type VariantProps } from "class-variance-authority";
import Link from "next/link";
import type { ComponentProps, MouseEvent } from "react";
import { cn } from "@/components/ui/cn";
import { Spinner } from "@/components/ui/spinner";

export const buttonVariants = cva(
  "relative inline-flex shrink-0 select-none items-center justify-center gap-1.5 whitespace-nowrap rounded-md font-medium transition-colors duration-100 disabled:cursor-not-allowed disabled:opacity-50 aria-disabled:cursor-not-allowed [&_svg]:size-4 [&_svg]:shrink-0",
  {
    variants: {
      variant: {
        primary: "bg-primary text-primary-foreground hover:bg-primary-hover active:bg-primary-hover",
        secondary:
          "border border-border bg-surface text-foreground shadow-surface hover:bg-muted active:bg-muted data-active:bg-muted dark:bg-raised",
        ghost:
          "text-muted-foreground hover:bg-muted hover:text-foreground active:bg-muted data-active:bg-muted data-active:text-foreground",
        destructive:
          "bg-destructive text-destructive-foreground hover:bg-destructive-hover active:bg-destructive-hover",
        link: "h-auto! px-0! text-link underline-offset-4 hover:underline",
      },
      size: {
        sm: "h-7 px-2.5 text-xs pointer-coarse:h-9",
        md: "h-8 px-3 text-sm pointer-coarse:h-10",
        lg: "h-10 px-4 text-sm pointer-coarse:h-11",
        icon: "size-8 text-sm pointer-coarse:size-10",
        "icon-sm": "size-7 text-xs pointer-coarse:size-9",
      },
    },
    defaultVariants: { variant: "secondary", size: "md" },
  },
);

export type ButtonVariants = VariantProps<typeof buttonVariants>;
export type ButtonProps = ComponentProps<"button"> & ButtonVariants & { loading?: boolean };

/** While `loading` it keeps its width and the focus, and ignores clicks and submits. */
export function Button({
  variant,
  size,
  loading,
  className,
  children,
  type = "button",
  onClick,
  ...props
}: ButtonProps) {
  return (
    <button
      type={type}
      className={cn(buttonVariants({ variant, size }), className)}
      onClick={loading ? ignoreClick : onClick}
      aria-disabled={loading || undefined}
      aria-busy={loading || undefined}
      {...props}
    >
      {loading ? (
        <>
          <span className="invisible contents [&_svg]:invisible">{children}</span>
          <span className={cn("absolute inset-0 grid place-items-center rounded-[inherit]", loadingCover(variant))}>
            <Spinner label="Working" />
          </span>
        </>
      ) : (
        children
      )}
    </button>
  );
}

function ignoreClick(event: MouseEvent) {
  event.preventDefault();
  event.stopPropagation();
}

function loadingCover(variant: ButtonVariants["variant"]): string {
  if (variant === "primary") return "bg-primary";
  if (variant === "destructive") return "bg-destructive";
  return "bg-surface dark:bg-raised";
}

type ButtonLinkProps = ComponentProps<typeof Link> & ButtonVariants;

export function ButtonLink({ variant, size, className, ...props }: ButtonLinkProps) {
  return <Link className={cn(buttonVariants({ variant, size }), className)} {...props} />;
}
