// An anomaly as a text in Markdown, for the tracker of whoever has to look at it.
const issue = (row, witness) => {
  const text = issueText(row, witness);
  return el("details", { id: "issue" }, el("summary", {}, "Copy as an issue"),
    el("div", { class: "copyable" }, copyButton(text, "Copy Markdown"), el("pre", {}, text)));
};

const issueText = (row, witness) => {
  const { run, verdict } = data;
  const cell = (text) => text.replace(/\s+/g, " ").replace(/[|`\\]/g, (one) => (one === "`" ? "'" : "\\" + one));
  const code = (text) => (text === "" ? "" : "`" + cell(text) + "`");
  const facts = [
    ["Database", cell(run.database)],
    ["Level", [run.isolation ? `asked for ${code(run.isolation)}` : "", run.promised ? `documented as ${code(run.promised)}` : "", `expected ${code(run.expect)}`].filter(Boolean).join(", ")],
    ["Breaks", row.breaks.map(code).join(", ")],
    ["Meaning", cell(verdict.meaning)],
    ["Found", `${row.atLeast ? "at least " : ""}${counted(row.count, "time")} in ${counted(data.evidence.committed, "committed transaction")}` + (timeOfDay(row.first) ? `, first at ${timeOfDay(row.first)}` : "")],
    ["Faults then active", Object.keys(row.active).map(cell).join(", ") || "none"],
    ["Workload", code(run.workload)],
    ["Recorded", [run.started ? cell(run.started) : "", run.moirai ? "judged by Moirai " + cell(run.moirai) : ""].filter(Boolean).join(", ")],
    ["Fingerprint", code(row.id)],
  ].filter(([, value]) => value);
  const head = witness.columns.map((id) => `T${id}, ${cell(sessionName(witness.txns.find((txn) => txn.id === id).session))}`);
  const line = (cells) => `| ${cells.join(" | ")} |`;
  const small = smallest(row).flatMap((one) => one.files).find((file) => file.name.endsWith("sessions.sql") && file.text);
  const fenced = (text, language) => {
    const fence = "`".repeat(Math.max(3, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length + 1)));
    return [fence + language, text.trimEnd(), fence];
  };
  return [
    `# ${cell(row.name)} (${row.phenomenon}): ${cell(run.database)}${run.isolation ? " at " + cell(run.isolation) : ""}`, "",
    cell(row.meaning), "",
    ...facts.map(([name, value]) => `- **${name}:** ${value}`), "",
    "## What the transactions did", "",
    line(head), line(head.map(() => "---")),
    ...witness.table.map(([column, text]) => line(head.map((none, i) => (i === column ? code(text) : "")))), "",
    "## Why that is wrong", "",
    ...witness.proof.map((sentence, i) => `${i + 1}. ${cell(sentence)}`), "",
    ...(small ? ["## The smallest case, for terminals", "", ...fenced(small.text, "sql"), ""] : []),
    ...(run.again ? ["## To look for it again", "", ...fenced(run.again, "sh"), "", "A live database interleaves transactions anew each time.", ""] : []),
  ].join("\n");
};
