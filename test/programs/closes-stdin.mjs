// Wants no prompt: closes its standard input before anybody can have written much, and does its work.
process.stdin.destroy()
console.log('not interested')
