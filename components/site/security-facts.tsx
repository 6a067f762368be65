const facts = [
  {
    title: "Shown once, stored as a hash",
    text: "For each key, only its SHA-256, its first nine and its last four characters are stored.",
  },
  {
    title: "Immediate revocation",
    text: "Every request with a revoked key is rejected. Keys are never cached.",
  },
  {
    title: "Least privilege",
    text: "Scopes per resource. A 403 reply lists the missing scope and the scopes the key has.",
  },
  {
    title: "Your organization only",
    text: "Another organization's ID gets the same reply as an ID that doesn't exist.",
  },
  { title: "Strict validation", text: "Unknown fields and parameters are rejected, with the location and the reason." },
  {
    title: "Safe to repeat",
    text: "With an Idempotency-Key, a retry returns the first reply instead of creating a second alert.",
  },
  {
    title: "Traceable",
    text: "Every reply includes a request ID, which identifies the request in a support message.",
  },
  { title: "Visible limits", text: "Each reply says how many requests are left and when the limit resets." },
];

export function SecurityFacts() {
  return (
    <dl className="grid gap-x-8 gap-y-6 sm:grid-cols-2">
      {facts.map((fact) => (
        <div key={fact.title}>
          <dt className="font-semibold">{fact.title}</dt>
          <dd className="mt-0.5 text-pretty text-muted-foreground">{fact.text}</dd>
        </div>
      ))}
    </dl>
  );
}
