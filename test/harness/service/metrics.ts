/** A strict reader of Prometheus' text format (version 0.0.4): what a scraper would refuse, or read as something else, fails here. */

const NAME = '[a-zA-Z_:][a-zA-Z0-9_:]*';
const LABEL = '[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\\\\n]|\\\\[\\\\"n])*"';
const SAMPLE = new RegExp(`^(${NAME})(\\{${LABEL}(?:,${LABEL})*\\})? (-?\\d+(?:\\.\\d+)?(?:e[+-]?\\d+)?)$`);
const HELP = new RegExp(`^# HELP (${NAME}) (\\S.*)$`);
const TYPE = new RegExp(`^# TYPE (${NAME}) (counter|gauge)$`);

/** @returns values by name and labels, as `name{label="value"}` @throws Error that names the line */
export async function readMetrics(url: string): Promise<ReadonlyMap<string, number>> {
  const answer = await fetch(url);
  if (answer.status !== 200) throw new Error(`The metrics answered ${answer.status}`);
  const type = answer.headers.get('content-type');
  if (type !== 'text/plain; version=0.0.4; charset=utf-8') throw new Error(`The metrics have the type ${type}`);
  return parseMetrics(await answer.text());
}

function parseMetrics(text: string): ReadonlyMap<string, number> {
  if (!text.endsWith('\n')) throw new Error('The last line has no line feed');
  const samples = new Map<string, number>();
  const [helped, typed] = [new Set<string>(), new Map<string, string>()];
  let current = '';
  for (const line of text.slice(0, -1).split('\n')) {
    const refuse = (why: string): never => {
      throw new Error(`${why}: ${line}`);
    };
    const [, helpedName] = HELP.exec(line) ?? [];
    const [, typedName, kind] = TYPE.exec(line) ?? [];
    if (helpedName !== undefined) {
      if (helped.has(helpedName)) refuse('A second HELP');
      helped.add(helpedName);
      current = helpedName;
    } else if (typedName !== undefined) {
      if (typedName !== current || typed.has(typedName)) refuse('TYPE must follow its HELP, once');
      typed.set(typedName, kind ?? '');
    } else {
      const [, name = '', labels = '', value] = SAMPLE.exec(line) ?? refuse('Not a sample');
      if (name !== current || !typed.has(name)) refuse('A sample outside its group');
      if (samples.has(name + labels)) refuse('A second sample of the same series');
      if (typed.get(name) === 'counter' && (!name.endsWith('_total') || Number(value) < 0)) refuse('Not a counter');
      samples.set(name + labels, Number(value));
    }
  }
  return samples;
}
