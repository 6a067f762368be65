const COLUMN = 215;
const HEADER = 44;
const ROW = 46;

type Message = {
  from: string;
  to: string;
  text: string;
  /** True if the message doesn't arrive, such as a reply on a broken connection. */
  lost?: boolean;
};
type SequenceDiagramProps = { label: string; actors: readonly string[]; messages: readonly Message[] };

/** Draws the messages between two or three parties, in order. Screen readers get the same steps as text. */
export function SequenceDiagram({ label, actors, messages }: SequenceDiagramProps) {
  const width = actors.length * COLUMN;
  const height = HEADER + messages.length * ROW + 12;
  const center = (actor: string) => (actors.indexOf(actor) + 0.5) * COLUMN;
  return (
    <figure
      {...focusable}
      aria-label={`${label} diagram`}
      className="overflow-x-auto rounded-lg border border-border bg-surface px-3 py-4 focus-visible:-outline-offset-2"
    >
      <svg
        role="img"
        aria-label={`${label}. ${messages.map(describeMessage).join(" ")}`}
        viewBox={`0 0 ${width} ${height}`}
        style={{ width }}
        className="mx-auto block max-w-none text-foreground"
      >
        {actors.map((actor) => (
          <g key={actor}>
            <line x1={center(actor)} x2={center(actor)} y1={HEADER - 8} y2={height} className="stroke-border" />
            <rect x={center(actor) - 72} width={144} y={4} height={32} rx={6} className="fill-muted stroke-border" />
            <text x={center(actor)} y={25} textAnchor="middle" className="fill-current text-sm font-medium">
              {actor}
            </text>
          </g>
        ))}
        {messages.map((message, index) => (
          <MessageArrow
            key={describeMessage(message, index)}
            text={`${index + 1}. ${message.text}`}
            x1={center(message.from)}
            x2={center(message.to)}
            y={HEADER + (index + 1) * ROW - 10}
            isOnTheLeft={center(message.from) < width / 2}
            lost={message.lost ?? false}
          />
        ))}
      </svg>
    </figure>
  );
}

// On narrow screens the drawing scrolls. Keyboard users can scroll only focusable elements.
const focusable = { tabIndex: 0 };

function describeMessage({ from, to, text, lost }: Message, index: number): string {
  const step = from === to ? from : `${from} to ${to}`;
  return `${index + 1}. ${step}: ${text}${lost ? " (lost)" : ""}.`;
}

type MessageArrowProps = { text: string; x1: number; x2: number; y: number; isOnTheLeft: boolean; lost: boolean };

function MessageArrow({ text, x1, x2, y, isOnTheLeft, lost }: MessageArrowProps) {
  const middle = (x1 + x2) / 2;
  if (x1 === x2) {
    return (
      <g>
        <circle cx={x1} cy={y - 5} r={4} className="fill-primary" />
        <text x={isOnTheLeft ? x1 + 12 : x1 - 12} y={y} textAnchor={isOnTheLeft ? "start" : "end"} className={caption}>
          {text}
        </text>
      </g>
    );
  }
  const direction = x2 > x1 ? 1 : -1;
  const end = lost ? middle : x2;
  const head = lost
    ? `M${end - 5} ${y - 5} l10 10 m0 -10 l-10 10`
    : `M${end - direction * 8} ${y - 5} L${end} ${y} L${end - direction * 8} ${y + 5}`;
  return (
    <g>
      <text x={(x1 + end) / 2} y={y - 9} textAnchor="middle" className={caption}>
        {text}
      </text>
      <path
        d={`M${x1} ${y} H${end} ${head}`}
        strokeDasharray={lost ? "5 4" : undefined}
        className={lost ? "fill-none stroke-danger" : "fill-none stroke-primary"}
        strokeWidth={1.5}
      />
    </g>
  );
}

const caption = "fill-current stroke-surface text-xs [paint-order:stroke] [stroke-width:4px]";
