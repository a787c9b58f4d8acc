// Light or dark: as the system has it, until D is pressed. Paper is always light.
const root = document.documentElement;
const dark = matchMedia("(prefers-color-scheme: dark)");
const printing = /print-pdf/.test(location.search);
const setTheme = (isDark) => { root.dataset.theme = isDark && !printing ? "dark" : "light"; };
setTheme(dark.matches);
dark.addEventListener("change", () => setTheme(dark.matches));

// Code inside a sentence keeps its spaces, in the speaker's view too, which has its own style; short
// code stays on one line, and so do names like GPT-2, which a browser breaks at the hyphen.
document.querySelectorAll(".slides :not(pre) > code").forEach((code) => {
  const longest = code.closest("td") ? 36 : 24; // letters
  code.style.whiteSpace = code.textContent.length <= longest ? "pre" : "pre-wrap";
});
const texts = document.createTreeWalker(document.querySelector(".slides"), NodeFilter.SHOW_TEXT);
while (texts.nextNode()) {
  const text = texts.currentNode;
  if (!text.parentElement.closest("pre, code")) {
    text.data = text.data.replace(/(?<=[A-Za-z])-(?=\d)/g, "-\u2060");
  }
}

// The largest letters at which a slide fits and no line of code is broken. The smallest leave code
// at 22 pixels; a line that is too long even then is broken at any size.
const SIZES = [36, 34, 32, 30, 28, 26];

function fit(slide) {
  slide.classList.add("measured", "measuring");
  const body = slide.querySelector(".body");
  const lines = [...body.querySelectorAll("pre")];
  const isBroken = (pre) => pre.scrollWidth > pre.clientWidth;
  slide.style.setProperty("--size", `${SIZES.at(-1)}px`);
  const breakable = lines.filter((pre) => !isBroken(pre));
  const isTooLarge = () => breakable.some(isBroken) || body.scrollHeight > body.clientHeight
    || body.scrollWidth > body.clientWidth;
  slide.classList.remove("measuring");
  breakable.forEach((pre) => { pre.style.whiteSpace = "pre"; });
  for (const size of SIZES) {
    slide.style.setProperty("--size", `${size}px`);
    if (!isTooLarge()) break;
  }
  breakable.forEach((pre) => { pre.style.whiteSpace = ""; });
  slide.classList.remove("measured");
}

document.querySelectorAll(".slides > section").forEach(fit);

// Paper needs nobody to turn its pages. reveal.js's own styles for print leave `print-pdf` alone.
if (printing) root.classList.add("paper", "print-pdf");
else present();

function present() {
  Reveal.initialize({
    width: 1280,
    height: 720,
    margin: 0,
    minScale: 0.1,
    maxScale: 8,
    center: false,
    display: "flex",
    controls: false,
    hash: true,
    slideNumber: "c/t",
    transition: "none",
    plugins: [RevealNotes],
  });
  Reveal.addKeyBinding({ keyCode: 68, key: "D", description: "Dark or light" }, () => {
    setTheme(root.dataset.theme !== "dark");
  });
}
