type Sent = { media: string } | { refused: string };

/** Sends one file to a product's upload; `progress` is called with percents. */
export function sendFile(product: string, file: File, progress: (percent: number) => void): Promise<Sent> {
  const body = new FormData();
  body.set('file', file);
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    const fail = () => resolve({ refused: 'הקובץ לא עלה. בדקו את החיבור ונסו שוב' });
    request.upload.onprogress = ({ loaded, total }) => progress(Math.round((loaded / total) * 100));
    request.onerror = fail;
    request.ontimeout = fail;
    request.onload = () => {
      const reply = parsed(request.responseText);
      if (request.status === 200 && reply.media) resolve({ media: reply.media });
      else if (request.status === 413) resolve({ refused: 'אפשר להעלות תמונה של עד 10MB' });
      else resolve({ refused: reply.message ?? 'הקובץ לא עלה. נסו שוב' });
    };
    request.open('POST', `/products/${product}/upload`);
    request.send(body);
  });
}

function parsed(text: string): { media?: string; message?: string } {
  try {
    return JSON.parse(text) as { media?: string; message?: string };
  } catch {
    return {};
  }
}
