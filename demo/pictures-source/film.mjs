// A film of a vehicle turning round, from the frames of its 360° view: node film.mjs <product>/<colour>
// The browser encodes it, so that no other tool is needed.
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const { chromium } = createRequire(import.meta.url)('@playwright/test');
const pictures = fileURLToPath(new URL('../pictures', import.meta.url));
const [product, colour] = process.argv[2].split('/');
const folder = path.join(pictures, product, `${colour}-spin`);
const frames = fs
  .readdirSync(folder)
  .toSorted()
  .map((name) => `data:image/avif;base64,${fs.readFileSync(path.join(folder, name)).toString('base64')}`);

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] });
const page = await browser.newPage();
const film = await page.evaluate(async (sources) => {
  const images = await Promise.all(
    sources.map(async (source) => {
      const image = Object.assign(document.createElement('img'), { src: source });
      await image.decode();
      return image;
    }),
  );
  const canvas = Object.assign(document.createElement('canvas'), { width: 1280, height: 720 });
  const context = canvas.getContext('2d');
  const type = ['video/mp4;codecs=avc1.42E01F', 'video/mp4;codecs=vp09.00.31.08', 'video/mp4'].find((one) => MediaRecorder.isTypeSupported(one));
  const recorder = new MediaRecorder(canvas.captureStream(0), { mimeType: type, videoBitsPerSecond: 1_600_000 });
  const track = recorder.stream.getVideoTracks()[0];
  const parts = [];
  recorder.ondataavailable = (event) => parts.push(event.data);
  recorder.start();
  for (let i = 0; i <= images.length * 2; i++) {
    context.fillStyle = '#f4f5f6';
    context.fillRect(0, 0, 1280, 720);
    context.drawImage(images[i % images.length], 160, 0, 960, 720);
    track.requestFrame();
    await new Promise((resolve) => setTimeout(resolve, 90));
  }
  await new Promise((resolve) => {
    recorder.onstop = resolve;
    recorder.stop();
  });
  const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
  return { type, text: btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')) };
}, frames);
await browser.close();
const target = path.join(pictures, product, `${colour}-turn.mp4`);
fs.writeFileSync(target, Buffer.from(film.text, 'base64'));
console.log(`${target}: ${fs.statSync(target).size} bytes, ${film.type}`);
