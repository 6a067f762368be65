const facts = [
  {
    title: "Shown once, kept as a hash",
    text: "Of a key only its SHA-256, its start and its last four characters are stored.",
  },
  {
    title: "Revoked means revoked",
    text: "Every request that starts after a revocation is refused. No cache keeps a key alive.",
  },
  {
    title: "Only what the key may",
    text: "Scopes per resource. A refusal names the scope that is missing and those the key has.",
  },
  {
    title: "Your organization only",
    text: "Another organization's id answers exactly like an id that does not exist.",
  },
  { title: "No silent typos", text: "Unknown fields and parameters are refused with the place and the reason." },
  {
    title: "Safe to repeat",
    text: "An Idempotency-Key turns a retry into the first answer instead of a second alert.",
  },
  {
    title: "Traceable",
    text: "Every answer carries a request id, so one line in a support message says which request it was.",
  },
  { title: "Limits you can see", text: "Each answer says how many requests are left, and when there are more." },
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
