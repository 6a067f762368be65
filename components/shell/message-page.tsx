import type { ReactNode } from "react";
import { Logo } from "@/components/shell/logo";
import { Scene, type SceneName } from "@/components/ui/scene";

type MessagePageProps = {
  code: string;
  scene: SceneName;
  /** The text over the picture. */
  caption: string;
  title: string;
  detail: ReactNode;
  actions: ReactNode;
  children?: ReactNode;
};

/**
 * A full-window message for missing pages and errors. Links are plain, because the page must work without the
 * router.
 */
export function MessagePage({ code, scene, caption, title, detail, actions, children }: MessagePageProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="px-4 py-4 sm:px-6">
        <a href="/" className="inline-flex rounded-md">
          <Logo />
        </a>
      </header>
      <main id="main" className="mx-auto flex w-full max-w-xl flex-1 flex-col justify-center px-4 pb-24 sm:px-6">
        <Scene name={scene} className="large w-full max-w-md" burnedIn={[caption, code]} />
        <h1 className="mt-8 text-balance text-2xl font-semibold tracking-tight">{title}</h1>
        <p className="mt-2 text-pretty text-base leading-7 text-muted-foreground">{detail}</p>
        <div className="mt-6 flex flex-wrap gap-2.5">{actions}</div>
        {children}
      </main>
    </div>
  );
}
