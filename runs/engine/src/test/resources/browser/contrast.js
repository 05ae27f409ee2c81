// Each text with too little contrast, with its colours. Text of pictures is on the shape that is drawn before it.
const parse = (text) => (text.match(/[\d.]+/g) || [0, 0, 0, 0]).map(Number);
const opaque = (colour) => colour.length < 4 || colour[3] === 1;
const light = ([r, g, b]) => {
  const [x, y, z] = [r, g, b].map((v) => v / 255).map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
  return 0.2126 * x + 0.7152 * y + 0.0722 * z;
};
const behind = (element) => {
  for (let at = element; at; at = at.parentElement) {
    if (at.tagName === "g") {
      const own = [...at.children].filter((one) => one.matches("rect, circle")).map((one) => getComputedStyle(one))
        .find((style) => style.fill.startsWith("rgb") && opaque(parse(style.fill)));
      if (own) {
        const under = own.opacity < 1 ? behind(at.parentElement) : [0, 0, 0];
        return parse(own.fill).map((v, i) => v * own.opacity + under[i] * (1 - own.opacity));
      }
    }
    const back = parse(getComputedStyle(at).backgroundColor);
    if (opaque(back)) return back;
  }
  return [255, 255, 255];
};
const weak = [];
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (walker.nextNode()) {
  const element = walker.currentNode.parentElement;
  if (!walker.currentNode.data.trim() || !element.checkVisibility() || element.closest("script, style, noscript, title, .skip")) continue;
  const style = getComputedStyle(element);
  const front = parse(element.namespaceURI.endsWith("svg") ? style.fill : style.color);
  const back = behind(element);
  const [high, low] = [light(front), light(back)].sort((a, b) => b - a);
  const size = parseFloat(style.fontSize);
  const least = size >= 24 || (size >= 18.66 && style.fontWeight >= 700) ? 3 : 4.5;
  const ratio = (high + 0.05) / (low + 0.05);
  if (ratio < least) weak.push(`${walker.currentNode.data.trim().slice(0, 40)}: ${front} on ${back}, ${ratio.toFixed(2)}`);
}
return weak;
