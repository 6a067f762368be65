export default function ProductPage() {
  return <main>Sightline</main>;
}
