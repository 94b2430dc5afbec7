/** The lobby: an invitation link (`/lobby/#code=…`) fills in the code, which no server log sees. */

const code = new URLSearchParams(location.hash.slice(1)).get("code");
if (code) {
  const field = document.getElementById("code");
  field.value = code;
  field.scrollIntoView({ block: "center" });
  field.form.querySelector("button").focus();
}
