import type { ComponentProps, MouseEvent } from "react";
import { type ButtonVariants, buttonVariants } from "@/components/ui/button-variants";
import { cn } from "@/components/ui/cn";
import { Link } from "@/components/ui/link";
import { Spinner } from "@/components/ui/spinner";

export type ButtonProps = ComponentProps<"button"> & ButtonVariants & { loading?: boolean };

/** A button. While `loading`, it keeps its width and focus, and ignores clicks and submits. */
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
