import { cva, type VariantProps } from "class-variance-authority";

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
