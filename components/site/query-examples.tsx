const queries = [
  { path: "/alerts?status=open&severity=critical,high", meaning: "Open critical and high alerts" },
  { path: "/alerts?camera_id=camera_01kb7…&occurred_after=2026-11-20T00:00:00Z", meaning: "One camera since midnight" },
  { path: "/alerts?use_case=intrusion&q=loading+bay&include_total=true", meaning: "A search, with the exact total" },
  { path: "/alerts?limit=200&cursor=…", meaning: "The next page, with no row skipped or repeated" },
];

export function QueryExamples() {
  return (
    <dl className="divide-y divide-border rounded-lg border border-border bg-surface">
      {queries.map((query) => (
        <div key={query.path} className="px-4 py-3">
          <dt className="break-words font-mono text-xs leading-5 [overflow-wrap:anywhere]">
            <span className="mr-2 font-semibold text-link">GET</span>
            {query.path}
          </dt>
          <dd className="mt-0.5 text-muted-foreground">{query.meaning}</dd>
        </div>
      ))}
    </dl>
  );
}
