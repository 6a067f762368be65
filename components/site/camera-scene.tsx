/** Draws a camera picture with one detection, for the illustration of the console. */
export function CameraScene() {
  return (
    <div aria-hidden className="viewfinder dark">
      <svg aria-hidden viewBox="0 0 320 180" fill="none" className="absolute inset-0 size-full">
        <path d="M0 112h320v68H0z" className="fill-scene-1" />
        <path
          d="M0 180 104 112M64 180l68-68M160 180v-68M256 180l-68-68M320 180 216 112M0 138h320M0 158h320"
          className="stroke-scene-2"
        />
        {[22, 118, 214].map((x, index) => (
          <g key={x} className="stroke-scene-3">
            <rect x={x} y="34" width="84" height="78" className={index === 1 ? "fill-scene-0" : "fill-scene-2"} />
            {index === 1 ? (
              <rect x={x} y="34" width="84" height="16" className="fill-scene-2" />
            ) : (
              <path d={`M${x} 50h84M${x} 66h84M${x} 82h84M${x} 98h84`} />
            )}
            <rect x={x + 34} y="20" width="16" height="7" rx="1.5" className="fill-scene-3" />
          </g>
        ))}
        <g className="fill-scene-ink/65">
          <circle cx="171" cy="77" r="6" />
          <path d="M162 88c0-3 3-5 9-5s9 2 9 5l1.5 19-4 1-1.5 19h-3.5l-1.5-17-1.5 17H166l-1.5-19-4-1z" />
        </g>
        <g className="detection">
          <path d="M152 74v-8h9M190 74v-8h-9M152 124v8h9M190 124v8h-9" />
          <rect x="151" y="47" width="84" height="15" rx="2" />
          <text x="157" y="58">
            intrusion 0.94
          </text>
        </g>
      </svg>
      <div className="burned-in">
        <span>DOCK 3</span>
        <span>22:41:07.318</span>
      </div>
    </div>
  );
}
