/** The page as it is shown now, as one SVG: its elements, its own style sheets, and nothing that runs or is loaded. */
export async function pageSvg(page, { width, height, hide }) {
  const { body, styles, drawings } = await page.evaluate(serialized)
  const text = hide(body).replaceAll('@drawing@', () => drawings.shift())
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<style>${escaped(plainRules(styles))}*{scrollbar-width:none}foreignObject>body{height:${height}px}</style>`,
    `<foreignObject width="${width}" height="${height}">${text}</foreignObject>`,
    '</svg>\n',
  ].join('\n')
}

const escaped = text => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** Without rules for narrow or dark screens and for motion: an image has one look, however large it is shown. */
function plainRules(text) {
  let [rules, depth, skipping] = ['', 0, false]
  for (const part of text.replace(/\/\*[\s\S]*?\*\//g, '').split(/(?<=[{}])/)) {
    if (depth === 0 && /@media/.test(part)) skipping = true
    depth += part.endsWith('{') ? 1 : part.endsWith('}') ? -1 : 0
    if (!skipping) rules += part.replace(/\s+/g, ' ')
    if (depth === 0) skipping = false
  }
  return rules
}

/** Runs in the browser. */
function serialized() {
  const clone = document.body.cloneNode(true)
  const drawings = []
  const canvases = [...document.querySelectorAll('canvas')]
  for (const [index, canvas] of [...clone.querySelectorAll('canvas')].entries()) {
    const { width, height, drawing = '' } = canvases[index]
    const { width: w, height: h } = canvases[index].getBoundingClientRect()
    drawings.push(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="0 0 ${width} ${height}">${drawing}</svg>`,
    )
    canvas.replaceWith('@drawing@')
  }
  for (const gone of clone.querySelectorAll('script, noscript, dialog')) gone.remove()
  for (const link of clone.querySelectorAll('a')) link.setAttribute('href', '#')
  for (const field of clone.querySelectorAll('*')) for (const name of ['title', 'tabindex']) field.removeAttribute(name)
  const styles = [...document.styleSheets].flatMap(sheet => [...sheet.cssRules].map(rule => rule.cssText)).join('\n')
  return { body: new XMLSerializer().serializeToString(clone), styles, drawings }
}
