const shape =
  "relative inline-flex shrink-0 select-none items-center justify-center gap-1.5 whitespace-nowrap rounded-md font-medium transition-colors duration-100 disabled:cursor-not-allowed disabled:opacity-50 aria-disabled:cursor-not-allowed [&_svg]:size-4 [&_svg]:shrink-0";

const variants = {
  primary: "bg-primary text-primary-foreground hover:bg-primary-hover active:bg-primary-hover",
  secondary:
    "border border-border bg-surface text-foreground shadow-surface hover:bg-muted active:bg-muted data-active:bg-muted dark:bg-raised",
  ghost:
    "text-muted-foreground hover:bg-muted hover:text-foreground active:bg-muted data-active:bg-muted data-active:text-foreground",
  destructive: "bg-destructive text-destructive-foreground hover:bg-destructive-hover active:bg-destructive-hover",
  link: "h-auto! px-0! text-link underline-offset-4 hover:underline",
};

const sizes = {
  sm: "h-7 px-2.5 text-xs pointer-coarse:h-9",
  md: "h-8 px-3 text-sm pointer-coarse:h-10",
  lg: "h-10 px-4 text-sm pointer-coarse:h-11",
  icon: "size-8 text-sm pointer-coarse:size-10",
  "icon-sm": "size-7 text-xs pointer-coarse:size-9",
};

export type ButtonVariants = { variant?: keyof typeof variants | undefined; size?: keyof typeof sizes | undefined };

/** Returns the classes of a button, for links and labels that look like one. */
export function buttonVariants({ variant = "secondary", size = "md" }: ButtonVariants = {}): string {
  return `${shape} ${variants[variant]} ${sizes[size]}`;
}
