class Paytally < Formula
  desc "Turns a period of recorded work into files that payroll can trust"
  homepage "@HOMEPAGE@"
  url "@TARBALL@"
  sha256 "@SHA256@"
  license "MIT"

  depends_on "node"

  def install
    system "npm", "install", *std_npm_args
    bin.install_symlink libexec.glob("bin/*")
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/paytally --version")
  end
end
