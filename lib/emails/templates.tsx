import { env } from "@/lib/env";
import { composeEmail, type EmailContent } from "./content";
import type { Email } from "./writes";

export interface RenderedEmail {
  subject: string;
  html: string;
  text: string;
  /** The URL of the email's button, or null if it has no button. */
  url: string | null;
}

type Components = typeof import("@react-email/components");

const PRODUCT = "Sightline";

/** Returns an email as HTML, without images or external styles, and as plain text with the same content. */
export async function renderEmail(mail: Email): Promise<RenderedEmail> {
  const emailContent = composeEmail(mail);
  // The library uses tens of megabytes, so it is loaded on first use.
  const components = await import("@react-email/components");
  return {
    subject: emailContent.subject,
    html: await components.render(<EmailLayout emailContent={emailContent} use={components} />),
    text: plainText(emailContent),
    url: emailContent.action?.url ?? null,
  };
}

/**
 * Some clients ignore media queries and apply dark mode by inverting colors. These colors stay readable when
 * inverted.
 */
const css = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .page, .page > table > tbody > tr > td { background-color: #101418 !important; }
  .card { background-color: #181d23 !important; border-color: #2b323a !important; }
  .strong, .brand { color: #f2f4f6 !important; }
  .words { color: #d3d8de !important; }
  .small, .small a { color: #9aa4af !important; }
}
@media (max-width: 480px) { .inside { padding: 24px 20px !important; } }`;

const font = "-apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";
const ink = "#14181d";
const styles = {
  page: { backgroundColor: "#f4f5f7", fontFamily: font, margin: 0, padding: "32px 12px" },
  column: { maxWidth: "520px" },
  brand: { color: ink, fontSize: "15px", fontWeight: 700, letterSpacing: "-0.01em", margin: "0 0 14px 2px" },
  card: { backgroundColor: "#ffffff", border: "1px solid #e1e4e8", borderRadius: "10px" },
  inside: { padding: "30px 32px" },
  heading: { color: ink, fontSize: "20px", fontWeight: 600, lineHeight: "28px", margin: "0 0 14px" },
  words: { color: "#363d46", fontSize: "15px", lineHeight: "24px", margin: "0 0 12px", wordBreak: "break-word" },
  strong: { color: ink, fontWeight: 600 },
  link: { color: "#363d46", textDecoration: "underline" },
  button: {
    backgroundColor: "#01626e",
    borderRadius: "7px",
    color: "#ffffff",
    fontSize: "15px",
    fontWeight: 600,
    margin: "10px 0 16px",
    padding: "12px 18px",
  },
  small: { color: "#5d6670", fontSize: "13px", lineHeight: "20px", margin: "0 0 8px", wordBreak: "break-word" },
  footer: { color: "#5d6670", fontSize: "12px", lineHeight: "18px", margin: "14px 2px 0" },
} as const;

const host = () => new URL(env().BASE_URL).host;

function EmailLayout({ emailContent, use }: { emailContent: EmailContent; use: Components }) {
  const { action, heading, note, paragraphs } = emailContent;
  return (
    <use.Html lang="en" dir="ltr">
      <use.Head>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{heading}</title>
        <style>{css}</style>
      </use.Head>
      <use.Preview>{preview(emailContent)}</use.Preview>
      <use.Body className="page" style={styles.page}>
        <use.Container style={styles.column}>
          <use.Text className="brand" style={styles.brand}>
            {PRODUCT}
          </use.Text>
          <use.Section className="card" style={styles.card}>
            <div className="inside" style={styles.inside}>
              <use.Heading as="h1" className="strong" style={styles.heading}>
                {heading}
              </use.Heading>
              {paragraphs.map((parts, index) => (
                <use.Text key={String(index)} className="words" style={styles.words}>
                  {parts.map((part) => {
                    if (typeof part === "string") return part;
                    if ("strong" in part) {
                      return (
                        <strong key={part.strong} className="strong" style={styles.strong} dir="auto">
                          {part.strong}
                        </strong>
                      );
                    }
                    return (
                      <use.Link key={part.link} href={part.link} className="words" style={styles.link}>
                        {part.link}
                      </use.Link>
                    );
                  })}
                </use.Text>
              ))}
              {action ? (
                <>
                  <use.Button href={action.url} style={styles.button}>
                    {action.label}
                  </use.Button>
                  <use.Text className="small" style={styles.small}>
                    Or open this address:
                    <br />
                    <use.Link href={action.url} style={{ ...styles.small, textDecoration: "underline" }}>
                      {action.url}
                    </use.Link>
                  </use.Text>
                </>
              ) : null}
              <use.Text className="small" style={{ ...styles.small, margin: "12px 0 0" }}>
                {note}
              </use.Text>
            </div>
          </use.Section>
          <use.Text className="small" style={styles.footer}>
            {PRODUCT} at {host()}. Replies to this email aren't monitored.
          </use.Text>
        </use.Container>
      </use.Body>
    </use.Html>
  );
}

function textOf(part: EmailContent["paragraphs"][number][number]): string {
  if (typeof part === "string") return part;
  return "strong" in part ? part.strong : part.link;
}
const toPlainText = (emailContent: EmailContent) => emailContent.paragraphs.map((parts) => parts.map(textOf).join(""));

/** Returns the preview text for the inbox: the first sentence after the greeting. */
function preview(emailContent: EmailContent): string {
  const words = toPlainText(emailContent);
  return (words.length > 1 && words[0]?.endsWith(",") ? words[1] : words[0]) ?? "";
}

function plainText(emailContent: EmailContent): string {
  const { action, heading, note } = emailContent;
  const link = action ? [`${action.label}:\n${action.url}`] : [];
  const footer = `-- \n${PRODUCT} at ${host()}. Replies to this email aren't monitored.`;
  return `${[heading, ...toPlainText(emailContent), ...link, note, footer].join("\n\n")}\n`;
}
