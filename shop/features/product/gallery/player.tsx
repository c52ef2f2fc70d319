import { ExternalLink, Play } from 'lucide-react';
import { useState } from 'react';
import type { Image } from '#contract/common.ts';
import type { Video } from '#domain/catalogue/video.ts';
import { mediaUrl, Picture } from '#ui/picture.tsx';
import { track } from '~/track.ts';

const fill = 'absolute inset-0 size-full';

/** One film, filling its box. */
export function Player({ video, title, poster }: { video: Video; title: string; poster: Image | null }) {
  switch (video.kind) {
    case 'youtube':
      return <Pressed src={video.src} title={title} poster={poster} />;
    case 'file':
      return (
        // biome-ignore lint/a11y/useMediaCaption: the operator's films have no speech; what they show is in the text
        <video
          controls
          preload={poster ? 'none' : 'metadata'}
          playsInline
          aria-label={title}
          poster={poster ? mediaUrl(poster.image_url, 1080) : undefined}
          src={video.src}
          onPlay={({ currentTarget }) => {
            // Not when it resumes after a pause.
            if (currentTarget.currentTime < 1) track('media', { kind: 'video', name: title });
          }}
          className={`${fill} bg-ground-2 object-contain`}
        />
      );
    case 'frame':
      return (
        <iframe src={video.src} title={title} loading="lazy" allow="fullscreen" allowFullScreen className={fill} />
      );
    case 'link':
      return (
        <a
          href={video.src}
          onClick={() => track('media', { kind: 'video', name: title })}
          target="_blank"
          rel="noopener noreferrer"
          className={`${fill} grid place-items-center content-center gap-3 text-center font-semibold`}
        >
          <ExternalLink aria-hidden className="size-8" />
          {title}
          <span className="text-sm font-normal text-ink-2">נפתח בחלון חדש</span>
        </a>
      );
  }
}

/** Nothing is loaded from YouTube before a press. Before scripts run it is a link. */
function Pressed({ src, title, poster }: { src: string; title: string; poster: Image | null }) {
  const [isPlaying, setPlaying] = useState(false);
  if (isPlaying) {
    return (
      <iframe src={src} title={title} allow="autoplay; fullscreen; encrypted-media" allowFullScreen className={fill} />
    );
  }
  return (
    <a
      href={src}
      onClick={(event) => {
        event.preventDefault();
        setPlaying(true);
        track('media', { kind: 'video', name: title });
      }}
      className={`${fill} group grid place-items-center`}
    >
      {poster && (
        <Picture
          image={poster}
          alt=""
          sizes="(min-width: 1024px) 50vw, 100vw"
          className={`${fill} object-contain p-6`}
        />
      )}
      <span className="relative grid size-20 place-items-center rounded-full bg-action text-on-action shadow-floating transition-transform group-hover:scale-105">
        <Play aria-hidden className="ms-1 size-8 fill-current" />
      </span>
      <span className="sr-only">הפעלת {title} מיוטיוב</span>
      <span aria-hidden className="absolute inset-x-0 bottom-3 text-center text-sm text-ink-2">
        הסרטון נטען מיוטיוב בלחיצה
      </span>
    </a>
  );
}
