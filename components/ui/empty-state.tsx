import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { Scene, type SceneName } from "@/components/ui/scene";

type EmptyStateProps = {
  scene?: SceneName;
  title: ReactNode;
  description?: ReactNode;
  action?: ReactNode;
  level?: 1 | 2 | 3;
  className?: string;
};

export function EmptyState({ scene, title, description, action, level = 2, className }: EmptyStateProps) {
  const Heading = `h${level}` as const;
  return (
    <div className={cn("flex flex-col items-center px-6 py-14 text-center", className)}>
      {scene ? <Scene name={scene} className="mb-5" /> : null}
      <Heading className={cn("font-semibold text-foreground", level === 1 ? "text-lg" : "text-sm")}>{title}</Heading>
      {description ? <p className="mt-1 max-w-sm text-pretty text-sm text-muted-foreground">{description}</p> : null}
      {action ? <div className="mt-4 flex flex-wrap items-center justify-center gap-2">{action}</div> : null}
    </div>
  );
}
