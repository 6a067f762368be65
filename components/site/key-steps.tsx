const steps = [
  {
    title: "Turn on API access",
    text: "A switch in the settings, off by default. While it's off, every key is rejected.",
  },
  {
    title: "Create a key",
    text: "Name it, and choose what it may read and write and when it expires. It's shown once.",
  },
  {
    title: "Send the first alert",
    text: "The console shows the request with your key filled in. The alert appears live.",
  },
];

export function KeySteps() {
  return (
    <ol className="grid gap-px overflow-hidden rounded-lg border border-border bg-border md:grid-cols-3">
      {steps.map((step, index) => (
        <li key={step.title} className="bg-surface p-4">
          <span
            aria-hidden
            className="mb-3 grid size-6 place-items-center rounded-full border border-border text-xs font-semibold text-muted-foreground"
          >
            {index + 1}
          </span>
          <h3 className="text-sm font-semibold">{step.title}</h3>
          <p className="mt-1 text-pretty text-muted-foreground">{step.text}</p>
        </li>
      ))}
    </ol>
  );
}
