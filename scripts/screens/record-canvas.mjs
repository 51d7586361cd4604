/**
 * Runs in the browser before the page does: notes what is drawn on canvases as SVG, in `canvas.drawing`. Only what our chart uses: paths of
 * lines and rectangles, and text.
 */
export function recordCanvas() {
  const steps = {
    moveTo: (x, y) => `M${x} ${y}`,
    lineTo: (x, y) => `L${x} ${y}`,
    rect: (x, y, w, h) => `M${x} ${y}h${w}v${h}h${-w}z`,
    closePath: () => 'z',
  }
  const noting = prototype => {
    for (const [name, spelled] of Object.entries(steps)) {
      const draw = prototype[name]
      prototype[name] = function (...args) {
        this.path = (this.path ?? '') + spelled(...args)
        return draw.apply(this, args)
      }
    }
  }
  const context = CanvasRenderingContext2D.prototype
  noting(Path2D.prototype)
  noting(context)
  const add = (to, text) => {
    to.canvas.drawing = (to.canvas.drawing ?? '') + text
  }
  const before = (name, note) => {
    const draw = context[name]
    context[name] = function (...args) {
      note(this, ...args)
      return draw.apply(this, args)
    }
  }
  const pathOf = (to, given) => (given instanceof Path2D ? given.path : to.path) ?? ''
  before('clearRect', to => {
    to.canvas.drawing = ''
  })
  before('beginPath', to => {
    to.path = ''
  })
  before('fill', (to, path) => add(to, `<path d="${pathOf(to, path)}" fill="${to.fillStyle}"/>`))
  before('stroke', (to, path) => {
    if (to.lineWidth > 0)
      add(to, `<path d="${pathOf(to, path)}" fill="none" stroke="${to.strokeStyle}" stroke-width="${to.lineWidth}"/>`)
  })
  before('fillText', (to, text, x, y) => {
    const anchor = { center: 'middle', right: 'end', end: 'end' }[to.textAlign] ?? 'start'
    const line = { top: 'text-before-edge', middle: 'central', bottom: 'text-after-edge' }[to.textBaseline] ?? 'auto'
    const style = `font:${to.font.replaceAll('"', "'")};text-anchor:${anchor};dominant-baseline:${line}`
    add(to, `<text x="${x}" y="${y}" fill="${to.fillStyle}" style="${style}">${text}</text>`)
  })
}
